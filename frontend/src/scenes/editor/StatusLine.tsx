import { Check } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { languageOf } from '../../lib/code/languages.ts'
import { nameOf } from '../../lib/paths.ts'
import type { Encoding } from '../../lib/text-bytes.ts'
import type { LineEnding } from '../../lib/text-shape.ts'
import type { TextFile } from '../../stores/editor/text-file.ts'
import { editorOf } from '../../stores/EditorStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

const ENCODINGS: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
}
const ENDINGS: Record<LineEnding, string> = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' }

/** Facts about the text, the position of the cursor, and whether the text is saved. */
export const StatusLine = observer(function StatusLine({ isLeaving }: { isLeaving: boolean }) {
  const { file } = editorOf(useRoot())
  const { t } = useTexts()
  if (file === null) return null
  return (
    <footer>
      {isLeaving ? (
        <span role="status">{t('editor.leaving')}</span>
      ) : (
        <>
          <FileFacts file={file} />
          <Place />
        </>
      )}
      <SavedState />
    </footer>
  )
})

const FileFacts = observer(function FileFacts({ file }: { file: TextFile }) {
  const { path, isLarge } = editorOf(useRoot())
  const { t } = useTexts()
  const { size } = useFormat()
  const { encoding, hasMark, ending, isMixed, indent } = file
  const mark = hasMark && encoding === 'utf-8' ? ` ${t('editor.withMark')}` : ''
  return (
    <>
      <span>{isLarge ? t('editor.large') : (languageOf(nameOf(path))?.name ?? t('editor.plainText'))}</span>
      <span className="desk-only">
        <span>{ENCODINGS[encoding] + mark}</span>
        <span>{isMixed ? t('editor.mixed', { ending: ENDINGS[ending] }) : ENDINGS[ending]}</span>
        <span>{indent === '\t' ? t('editor.tabs') : t('editor.spaces', { count: indent.length })}</span>
        <span className="num">{size(file.size)}</span>
      </span>
    </>
  )
})

const Place = observer(function Place() {
  const { line, column, selected } = editorOf(useRoot()).sheet.caret
  const { t } = useTexts()
  return (
    <span className="push num">
      {t('editor.place', { line, column })}
      {selected > 0 ? ` · ${t('editor.selected', { count: selected })}` : ''}
    </span>
  )
})

const SavedState = observer(function SavedState() {
  const { isDirty, isSaving, draft } = editorOf(useRoot())
  const { t } = useTexts()
  const isSafe = !isSaving && (!isDirty || draft.isKept)
  const state = isSaving ? 'saving' : !isDirty ? 'saved' : draft.isKept ? 'draftKept' : 'notSaved'
  return (
    <span className="save-state" role="status">
      {isSafe ? <Check className="icon sm" aria-hidden="true" /> : null}
      <span className="cut">{t(`editor.${state}`)}</span>
    </span>
  )
})
