// The palette: one field that finds commands, places, settings, people and files, and one list below it.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Search, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { RootClass } from '../components/RootClass.ts'
import { useKeyWords } from '../i18n/useKeyWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { type TypedAhead, typeInto } from '../lib/typed-ahead.ts'
import { openedOf, favouritesOf } from '../stores/PlaceListStore.ts'
import { paletteOf } from '../stores/PaletteStore.ts'
import { peopleOf } from '../stores/PeopleStore.ts'
import { useRoot } from '../stores/useRoot.ts'
import type { DialogComponentProps } from './index.tsx'
import { PaletteList } from './palette/PaletteList.tsx'
import type { Entry } from './palette/entries.ts'
import { useGroups } from './palette/useGroups.ts'

export const PaletteDialog = observer(function PaletteDialog({ typed, close }: DialogComponentProps<'palette'>) {
  const { query, ask } = paletteOf(useRoot())
  const { t } = useTexts()
  const field = useRef<HTMLInputElement>(null)
  // Not state, because nothing that is rendered depends on it, and each rendering makes new entries.
  const active = useRef<Entry | undefined>(undefined)
  useBeginning()
  const groups = useGroups()
  const leaveFor = useLeaving(close)
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isShowKey(event)) showInFolder(event, active.current, leaveFor)
  }
  return (
    <BaseDialog.Root open onOpenChange={(isOpen) => isOpen || close(null)}>
      <BaseDialog.Portal>
        <BaseDialog.Viewport className="scrim palette-place">
          <RootClass name="has-scrim" />
          <BaseDialog.Popup className="palette" aria-label={t('palette.label')} initialFocus={field}>
            <Autocomplete.Root
              inline
              open
              mode="none"
              items={groups}
              value={query}
              onValueChange={ask}
              onItemHighlighted={(entry) => void (active.current = entry)}
              itemToStringValue={labelOf}
              autoHighlight="always"
              keepHighlight
            >
              <PaletteField fieldRef={field} typed={typed} onKeyDown={handleKeyDown} />
              <PaletteList query={query} onChoose={(entry) => leaveFor(entry, entry.run)} />
            </Autocomplete.Root>
            <Foot />
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
})

const labelOf = ({ label }: Entry): string => label

const isShowKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === 'Enter' && (ctrlKey || metaKey)

function showInFolder(event: KeyboardEvent, entry: Entry | undefined, leaveFor: ReturnType<typeof useLeaving>): void {
  if (entry?.showInFolder === undefined) return
  event.preventDefault()
  leaveFor(entry, entry.showInFolder)
}

/** Closes the palette before it runs the chosen entry, so that the focus is back where it was. */
function useLeaving(close: DialogComponentProps<'palette'>['close']): (entry: Entry, run: () => void) => void {
  const palette = paletteOf(useRoot())
  return (entry, run) => {
    if (entry.isPrivate !== true) palette.use(entry.id)
    close(null)
    setTimeout(run)
  }
}

/** Starts with what was used last, and refreshes what is offered. */
function useBeginning(): void {
  const root = useRoot()
  useEffect(() => {
    const palette = paletteOf(root)
    palette.open()
    void favouritesOf(root).load()
    void openedOf(root).load()
    if (root.session.can('admin')) void peopleOf(root).load()
    return palette.close
  }, [root])
}

interface PaletteFieldProps {
  fieldRef: RefObject<HTMLInputElement | null>
  /** What was typed while the palette was being fetched. */
  typed: TypedAhead
  onKeyDown(event: KeyboardEvent): void
}

function PaletteField({ fieldRef, typed, onKeyDown }: PaletteFieldProps) {
  const { t } = useTexts()
  const escape = useKeyWords()({ key: 'Escape' })
  return (
    <div className="ask">
      <Search className="icon" aria-hidden="true" />
      <Autocomplete.Input
        ref={fieldRef}
        aria-label={t('palette.label')}
        placeholder={t('palette.label')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        dir="auto"
        onFocus={({ currentTarget }) => typeInto(currentTarget, typed.take())}
        onKeyDown={onKeyDown}
      />
      <BaseDialog.Close>
        <span className="sr">{t('dialog.close')} </span>
        <kbd>{escape}</kbd>
        <X className="icon" aria-hidden="true" />
      </BaseDialog.Close>
    </div>
  )
}

/** Says which keys do what. */
function Foot() {
  const { t } = useTexts()
  const keyWords = useKeyWords()
  const key = (name: string, mod = false) => <kbd>{keyWords({ key: name, mod })}</kbd>
  return (
    <div className="foot" aria-hidden="true">
      <span>
        {key('ArrowUp')}
        {key('ArrowDown')}
        {t('palette.move')}
      </span>
      <span>
        {key('Enter')}
        {t('palette.open')}
      </span>
      <span>
        {key('Enter', true)}
        {t('palette.showInFolder')}
      </span>
    </div>
  )
}
