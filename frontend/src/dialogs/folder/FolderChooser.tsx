import { Search } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, type RefObject, useId } from 'react'
import { messageOf } from '../../api/error-message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { FolderTree } from '../../rows/FolderTree.tsx'
import type { FolderTreeStore } from '../../stores/FolderTreeStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { NearFolders } from './NearFolders.tsx'

export interface FolderChooserProps {
  tree: FolderTreeStore
  listRef: RefObject<HTMLDivElement | null>
  /** How many items are in `here`. */
  count: number
  /** The folder that they are in now; null if it is not in the tree. */
  here: string | null
  /** Why the chosen folder cannot be the destination, in words. */
  refusal: string | null
  onEnter(): void
}

/** The tree of folders, below a field that filters it. */
export const FolderChooser = observer(function FolderChooser(props: FolderChooserProps) {
  const { tree, listRef, count, here, refusal, onEnter } = props
  const { session } = useRoot()
  const { t, tell } = useTexts()
  const treeId = useId()
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!moveByKey(tree, event)) return
    event.preventDefault()
    if (event.target instanceof HTMLInputElement) listRef.current?.focus()
  }
  const handleChoose = (path: string) => {
    tree.choose(path)
    if (session.user?.singleClick) void tree.open(path)
  }
  return (
    <div className="chooser" role="presentation" onKeyDown={handleKeyDown}>
      <FilterField tree={tree} treeId={treeId} />
      <FolderTree
        id={treeId}
        listRef={listRef}
        label={t('dialog.folder.tree')}
        rows={tree.rows}
        active={tree.active}
        words={{
          home: t('dialog.folder.home'),
          here: t('dialog.folder.here', { count }),
          toggle: (name) => t('dialog.folder.toggle', { name }),
          none: t('dialog.folder.none'),
        }}
        here={here ?? ''}
        onChoose={handleChoose}
        onToggle={(path, isOpen) => (isOpen ? tree.close(path) : void tree.open(path))}
        onEnter={onEnter}
      />
      <p className={`small ${tree.error ? 'bad' : 'faint'}`} role="status">
        {refusal ?? (tree.error ? tell(messageOf(tree.error)) : ' ')}
      </p>
    </div>
  )
})

const FilterField = observer(function FilterField({ tree, treeId }: { tree: FolderTreeStore; treeId: string }) {
  const { t } = useTexts()
  return (
    <>
      <NearFolders tree={tree} />
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
    </>
  )
})

/** Handles a key that was pressed in the tree or in the field. Returns whether the key moves anything. */
function moveByKey(tree: FolderTreeStore, { key, target }: KeyboardEvent): boolean {
  const isRtl = document.documentElement.dir === 'rtl'
  const moves: Record<string, () => void> = {
    ArrowDown: () => tree.step(1),
    ArrowUp: () => tree.step(-1),
    Home: () => tree.step(-Infinity),
    End: () => tree.step(Infinity),
    [isRtl ? 'ArrowLeft' : 'ArrowRight']: () => void tree.goIn(),
    [isRtl ? 'ArrowRight' : 'ArrowLeft']: () => tree.goOut(),
  }
  // Other keys move the caret in the field.
  const move = target instanceof HTMLInputElement && key !== 'ArrowDown' && key !== 'ArrowUp' ? undefined : moves[key]
  move?.()
  return move !== undefined
}
