import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { trailOf } from '../i18n/trail.ts'
import { useFormat } from '../i18n/useFormat.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { isAtOrBelow, parentOf } from '../lib/paths.ts'
import { FolderTreeStore } from '../stores/FolderTreeStore.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { keepTargetFolder } from '../stores/target-folders.ts'
import { useRoot } from '../stores/useRoot.ts'
import { Dialog } from './Dialog.tsx'
import { FolderChooser } from './folder/FolderChooser.tsx'
import { NewFolderButton } from './folder/NewFolderButton.tsx'
import type { DialogComponentProps } from './index.tsx'

/** Asks for a destination, for moving, copying, extracting, restoring from the trash, importing, or watching. */
export const FolderDialog = observer(function FolderDialog(props: DialogComponentProps<'chooseFolder'>) {
  const { kind, items, close } = props
  const root = useRoot()
  const { t } = useTexts()
  const origin = parentOf(items[0]?.path ?? '/')
  // Items of the trash are not in the tree, and their old folder may be gone as well. What is imported is nowhere yet.
  const here = kind === 'restore' || isNew(kind) ? null : origin
  const [tree] = useState(() => new FolderTreeStore(root.api.resources, kind === 'restore' ? '/' : origin))
  const words = kind === 'receive' ? 'import' : kind
  const list = useRef<HTMLDivElement>(null)
  const refusal = useRefusal(props, tree)
  const canSubmit = refusal === null && tree.rows.some(({ path }) => path === tree.active)
  const submit = () => canSubmit && closeWith(root, tree.active, close)
  useEffect(() => void tree.start(), [tree])
  return (
    <Dialog
      title={t(`dialog.folder.${words}Title`, { count: items.length, name: items[0]?.name ?? '' })}
      description={<Lead {...props} />}
      initialFocus={list}
      onClose={() => close(null)}
      onSubmit={submit}
      footer={
        <>
          <NewFolderButton tree={tree} onMade={() => list.current?.focus()} />
          <span className="push" />
          <button type="button" className="button plain" onClick={() => close(null)}>
            {t('action.cancel')}
          </button>
          <button type="submit" className="button primary" disabled={!canSubmit}>
            {t(`dialog.folder.${words}Here`)}
          </button>
        </>
      }
    >
      <FolderChooser tree={tree} listRef={list} count={items.length} here={here} refusal={refusal} onEnter={submit} />
    </Dialog>
  )
})

type Kind = DialogComponentProps<'chooseFolder'>['kind']

/** Whether nothing is there yet that comes from another folder. */
const isNew = (kind: Kind): kind is 'import' | 'receive' | 'watch' =>
  kind === 'import' || kind === 'receive' || kind === 'watch'

/** More names than these are not told. */
const NAMES_MAX = 3

/** Says where the items are or were, or what comes into the folder. */
function Lead({ kind, items }: Pick<DialogComponentProps<'chooseFolder'>, 'kind' | 'items'>) {
  const { t } = useTexts()
  const { list } = useFormat()
  if (kind === 'receive') {
    const names = items.slice(0, NAMES_MAX).map(({ name }) => name)
    return <bdi>{items.length > NAMES_MAX ? `${names.join(', ')} …` : list(names)}</bdi>
  }
  if (isNew(kind)) return t(`dialog.folder.${kind}Lead`)
  const names = [
    t('dialog.folder.home'),
    ...parentOf(items[0]?.path ?? '/')
      .split('/')
      .filter((name) => name !== ''),
  ]
  return t(kind === 'restore' ? 'dialog.folder.was' : 'dialog.folder.from', { folder: trailOf(names) })
}

function closeWith(root: RootStore, path: string, close: (path: string) => void): void {
  keepTargetFolder(root, path)
  close(path)
}

/** Why the chosen folder cannot be the destination, in words; null if it can. */
function useRefusal({ kind, items }: DialogComponentProps<'chooseFolder'>, tree: FolderTreeStore): string | null {
  const { t } = useTexts()
  if (kind === 'move' && tree.active === parentOf(items[0]?.path ?? '/')) return t('dialog.folder.isHere')
  const into = kind === 'restore' ? undefined : items.find((item) => item.isDir && isAtOrBelow(tree.active, item.path))
  return into === undefined ? null : t('dialog.folder.intoItself', { name: into.name })
}
