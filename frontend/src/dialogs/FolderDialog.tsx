import { FolderPlus, Search } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '../api/error-message.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { isAtOrBelow, parentOf } from '../lib/paths.ts'
import { FolderTree } from '../rows/FolderTree.tsx'
import { FolderTreeStore } from '../stores/FolderTreeStore.ts'
import { useRoot } from '../stores/useRoot.ts'
import { Dialog } from './Dialog.tsx'
import type { DialogComponentProps } from './index.tsx'

/** Where something is to go: for moving, copying, and bringing back from the trash. */
export const FolderDialog = observer(function FolderDialog({
  kind,
  items,
  close,
}: DialogComponentProps<'chooseFolder'>) {
  const root = useRoot()
  const { t, tell } = useTexts()
  const origin = parentOf(items[0]?.path ?? '/')
  // What lies in the trash is nowhere in the tree, and the folder it was in may be gone as well.
  const here = kind === 'restore' ? null : origin
  const [tree] = useState(() => new FolderTreeStore(root.api.resources, here ?? '/'))
  const list = useRef<HTMLDivElement>(null)
  const treeId = useId()
  const into = here === null ? undefined : items.find((item) => item.isDir && isAtOrBelow(tree.active, item.path))
  const isHere = kind === 'move' && tree.active === here
  const canSubmit = !isHere && into === undefined && tree.rows.some(({ path }) => path === tree.active)

  useEffect(() => void tree.start(), [tree])

  const handleKeyDown = (event: KeyboardEvent) => {
    const isRtl = document.documentElement.dir === 'rtl'
    const moves: Record<string, () => void> = {
      ArrowDown: () => tree.step(1),
      ArrowUp: () => tree.step(-1),
      Home: () => tree.step(-Infinity),
      End: () => tree.step(Infinity),
      [isRtl ? 'ArrowLeft' : 'ArrowRight']: () => void tree.goIn(),
      [isRtl ? 'ArrowRight' : 'ArrowLeft']: () => tree.goOut(),
    }
    const isField = event.target instanceof HTMLInputElement
    const move = isField && event.key !== 'ArrowDown' && event.key !== 'ArrowUp' ? undefined : moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
    if (isField) list.current?.focus()
  }

  const handleNewFolder = async () => {
    const path = await root.ui.ask('newFolder', { folder: tree.active })
    if (path === null) return
    await tree.reload(parentOf(path))
    await tree.open(parentOf(path))
    tree.setFilter('')
    tree.choose(path)
    list.current?.focus()
  }

  const hint = isHere
    ? t('dialog.folder.isHere')
    : into
      ? t('dialog.folder.intoItself', { name: into.name })
      : tree.error
        ? tell(messageOf(tree.error))
        : ' '
  return (
    <Dialog
      title={t(`dialog.folder.${kind}Title`, { count: items.length, name: items[0]?.name ?? '' })}
      description={t(here === null ? 'dialog.folder.was' : 'dialog.folder.from', {
        folder:
          origin === '/'
            ? t('dialog.folder.home')
            : [t('dialog.folder.home'), ...origin.slice(1).split('/')].join(' › '),
      })}
      initialFocus={list}
      onClose={() => close(null)}
      onSubmit={() => canSubmit && close(tree.active)}
      footer={
        <>
          {root.session.can('create') ? (
            <button type="button" className="button link" onClick={() => void handleNewFolder()}>
              <FolderPlus className="icon" aria-hidden="true" />
              <span className="label">{t('dialog.newFolder.action')}</span>
            </button>
          ) : null}
          <span className="push" />
          <button type="button" className="button plain" onClick={() => close(null)}>
            {t('action.cancel')}
          </button>
          <button type="submit" className="button primary" disabled={!canSubmit}>
            {t(`dialog.folder.${kind}Here`)}
          </button>
        </>
      }
    >
      <div className="chooser" role="presentation" onKeyDown={handleKeyDown}>
        <span className="input">
          <Search className="icon sm" aria-hidden="true" />
          <input
            type="search"
            value={tree.filter}
            placeholder={t('dialog.folder.find')}
            aria-label={t('dialog.folder.find')}
            aria-controls={treeId}
            autoComplete="off"
            onChange={(event) => tree.setFilter(event.target.value)}
          />
        </span>
        <FolderTree
          id={treeId}
          listRef={list}
          label={t('dialog.folder.tree')}
          rows={tree.rows}
          active={tree.active}
          words={{
            home: t('dialog.folder.home'),
            here: t('dialog.folder.here', { count: items.length }),
            toggle: (name) => t('dialog.folder.toggle', { name }),
            none: t('dialog.folder.none'),
          }}
          here={here ?? ''}
          onChoose={(path) => {
            tree.choose(path)
            if (root.session.user?.singleClick) void tree.open(path)
          }}
          onToggle={(path, isOpen) => (isOpen ? tree.close(path) : void tree.open(path))}
          onEnter={() => canSubmit && close(tree.active)}
        />
        <p className={`small ${tree.error ? 'bad' : 'faint'}`} role="status">
          {hint}
        </p>
      </div>
    </Dialog>
  )
})
