import {
  ArrowDown,
  ArrowUp,
  EllipsisVertical,
  FolderOpen,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Pause,
  Play,
  RotateCw,
  ShieldCheck,
  X,
} from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { ImportRecord } from '../../../../backend/contract/imports.ts'
import { removeImport } from '../../actions/removeImport.ts'
import { messageOf } from '../../api/error-message.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Menu, type MenuEntry } from '../../components/Menu.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { hasEnded, shownName } from '../../lib/import-facts.ts'
import type { ImportForm } from '../../stores/imports/ImportForm.ts'
import { openResult } from '../../stores/imports/ends.ts'
import { importsOf } from '../../stores/ImportsStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import type { ImportCardProps } from './ImportCard.tsx'

/** What can be done with one import. */
export const ImportCommands = observer(function ImportCommands({ record, form }: ImportCardProps) {
  const root = useRoot()
  const { t } = useTexts()
  const name = shownName(record)
  const menu = useMenu(record)
  return (
    <div className="line acts">
      <MainButton record={record} />
      {menu.length === 0 ? null : (
        <Menu
          groups={[menu]}
          align="end"
          title={name}
          trigger={<IconButton icon={EllipsisVertical} label={t('imports.moreOf', { name })} />}
        />
      )}
      <IconButton
        icon={X}
        label={t(hasEnded(record) ? 'imports.forget' : 'imports.cancel', { name })}
        onClick={() => void remove(root, record, form)}
      />
    </div>
  )
})

/** What is done most in its state. */
const MainButton = observer(function MainButton({ record }: { record: ImportRecord }) {
  const root = useRoot()
  const imports = importsOf(root)
  const { t } = useTexts()
  const { state, result, missed } = record
  const name = shownName(record)
  const resume = () => void imports.resume(record)
  if (state === 'paused') return <IconButton icon={Play} label={t('imports.resume', { name })} onClick={resume} />
  if (state === 'failed') return <IconButton icon={RotateCw} label={t('imports.retry', { name })} onClick={resume} />
  if (state !== 'done')
    return <IconButton icon={Pause} label={t('imports.pause', { name })} onClick={() => void imports.pause(record)} />
  return (
    <>
      {missed === 0 ? null : <IconButton icon={RotateCw} label={t('imports.retryMissed', { name })} onClick={resume} />}
      {result === null ? null : (
        <button type="button" className="button small" onClick={() => openResult(root, record)}>
          <FolderOpen className="icon" aria-hidden="true" />
          <span className="label">{t('imports.openFolder')}</span>
        </button>
      )}
    </>
  )
})

async function remove(root: RootStore, record: ImportRecord, form: ImportForm): Promise<void> {
  try {
    await removeImport(root, record)
  } catch (error) {
    form.tell({ isBad: true, fixed: record.kind === 'torrent' ? 'notCancelled' : null, messages: [messageOf(error)] })
  }
}

/** Less frequent commands. Call it inside an observer. */
function useMenu(record: ImportRecord): MenuEntry[] {
  const root = useRoot()
  const imports = importsOf(root)
  const { t } = useTexts()
  const { id, kind, state, inOrder } = record
  const waiting = imports.waitingWith(record)
  const at = state === 'waiting' ? waiting.findIndex((item) => item.id === id) : -1
  const isTorrent = kind === 'torrent' && state !== 'done'
  const entry = (key: EntryKey, icon: LucideIcon, run: () => void): MenuEntry => ({
    id: key,
    label: t(`imports.menu.${key}`),
    icon,
    run,
  })
  return [
    ...(at > 0 ? [entry('up', ArrowUp, () => void imports.move(record, -1))] : []),
    ...(at >= 0 && at < waiting.length - 1 ? [entry('down', ArrowDown, () => void imports.move(record, 1))] : []),
    ...(isTorrent
      ? [
          entry('files', ListChecks, () => void root.ui.ask('importFiles', { id, name: shownName(record) })),
          entry(inOrder ? 'anyOrder' : 'inOrder', ListOrdered, () => void imports.setInOrder(record, !inOrder)),
          entry('check', ShieldCheck, () => void imports.check(record)),
        ]
      : []),
  ]
}

type EntryKey = 'files' | 'check' | 'inOrder' | 'anyOrder' | 'up' | 'down'
