import { Fragment } from 'react'
import { Dialog } from './Dialog.tsx'
import { KEY_ACTIONS } from '../actions/later-menus.ts'
import { FILES_COMMANDS, FRAME_KEYS } from '../actions/menus.ts'
import { PICTURE_KEYS, PLAYER_KEYS, SLIDESHOW_KEYS, STAGE_KEYS, TENTH_KEYS } from '../actions/stage-keys.ts'
import type { Message, TranslationKey } from '../i18n/message.ts'
import { useKeyWords } from '../i18n/useKeyWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import type { Keys } from '../lib/keys.ts'
import { SEARCH_FILTERS } from '../lib/search-filters.ts'
import { useRoot } from '../stores/useRoot.ts'
import type { DialogComponentProps } from './index.tsx'

const BUILT_IN = [
  { label: 'help.move', keys: ['ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'].map((key) => ({ key })) },
  { label: 'help.toggle', keys: [{ key: ' ' }] },
  { label: 'help.range', keys: ['ArrowUp', 'ArrowDown'].map((key) => ({ key, shift: true })) },
  { label: 'help.typeAhead', keys: [{ key: 'A–Z' }] },
  { label: 'help.rowMenu', keys: [{ key: 'F10', shift: true }] },
  { label: 'help.showInFolder', keys: [{ key: 'Enter', mod: true }] },
] as const

/** The keys of open files, by what is open. */
const OPEN_FILE = [
  { title: 'help.inFile', keys: Object.values(STAGE_KEYS) },
  { title: 'help.inPicture', keys: [...Object.values(PICTURE_KEYS), ...Object.values(SLIDESHOW_KEYS)] },
  // One range instead of ten digits.
  { title: 'help.inPlayer', keys: [...Object.values(PLAYER_KEYS), { ...TENTH_KEYS, shortcuts: [{ key: '0–9' }] }] },
] as const

/** Every shortcut of the page, read from the commands themselves. */
export function HelpDialog({ close }: DialogComponentProps<'help'>) {
  const root = useRoot()
  const { t } = useTexts()
  // Shortcuts of the files are listed everywhere, those of another screen only on that screen.
  const told = new Set([...FRAME_KEYS, ...FILES_COMMANDS.keys, ...root.screen.keys])
  const own = root.screen.keys.filter((action) => !KEY_ACTIONS.flat().includes(action))
  const groups = [own, ...KEY_ACTIONS].map((group) =>
    group.filter((action) => told.has(action) && action.isAllowed(root) && (action.shortcuts ?? []).length > 0),
  )
  return (
    <Dialog title={t('help.title')} description={t('help.lead')} width={560} isReading onClose={() => close(null)}>
      {groups.map((group) =>
        group.length === 0 ? null : (
          <KeyList
            key={group[0]?.id}
            commands={group.map((action) => ({
              label: action.label,
              keys: action.shortcuts ?? [],
              detail: action.detail?.(root) ?? null,
            }))}
          />
        ),
      )}
      <KeyList commands={BUILT_IN} />
      <OpenFileKeys />
      <h3 className="key-heading">{t('help.filters')}</h3>
      <dl className="key-list">
        {SEARCH_FILTERS.map(({ example, label }) => (
          <div key={example}>
            <dt>{t(label)}</dt>
            <dd>
              <code dir="ltr">{example}</code>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** The keys of open files, each kind under its heading. */
function OpenFileKeys() {
  const { t } = useTexts()
  return OPEN_FILE.map(({ title, keys }) => (
    <Fragment key={title}>
      <h3 className="key-heading">{t(title)}</h3>
      <KeyList commands={keys.map(({ label, shortcuts }) => ({ label, keys: shortcuts }))} />
    </Fragment>
  ))
}

interface KeyListProps {
  commands: readonly { label: TranslationKey; keys: readonly Keys[]; detail?: Message | null }[]
}

function KeyList({ commands }: KeyListProps) {
  const { t, tell } = useTexts()
  const keyWords = useKeyWords()
  return (
    <dl className="key-list">
      {commands.map(({ label, keys, detail = null }) => (
        <div key={label}>
          <dt>
            {t(label)}
            {detail === null ? null : <span className="small faint"> · {tell(detail)}</span>}
          </dt>
          <dd>
            {keys.map((key) => (
              <kbd key={keyWords(key)}>{keyWords(key)}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
