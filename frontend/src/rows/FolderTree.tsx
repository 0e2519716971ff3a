// A tree of folders to choose one from. One element has the focus; the active row is told by `aria-activedescendant`.
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef } from 'react'
import { Thumb } from '../components/Thumb.tsx'
import type { FolderRow } from '../stores/FolderTreeStore.ts'
import { useRowMeasures } from './useRowMeasures.ts'
import { standingAt, WindowedRows, type WindowedRowsHandle } from './WindowedRows.tsx'

interface FolderTreeWords {
  home: string
  here: string
  none: string
  toggle(name: string): string
}

export interface FolderTreeProps {
  id: string
  listRef: RefObject<HTMLDivElement | null>
  label: string
  rows: readonly FolderRow[]
  active: string
  /** Where the items lie now. */
  here: string
  words: FolderTreeWords
  onChoose(path: string): void
  onToggle(path: string, isOpen: boolean): void
  /** Enter on the tree answers the dialog. */
  onEnter(): void
}

export function FolderTree(props: FolderTreeProps) {
  const { id, listRef, label, rows, active, words, onEnter } = props
  const { rowHeight, headHeight } = useRowMeasures(listRef, '--hit')
  const position = rows.findIndex(({ path }) => path === active)
  const handle = useReveal(position, rowHeight)
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onEnter()
  }
  const renderRow = (index: number, top: number) =>
    rows[index] && <TreeRow {...rowProps(props, rows[index])} top={top} />
  return (
    <div
      id={id}
      ref={listRef}
      className="picker"
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={position < 0 ? undefined : rowId(id, active)}
      onKeyDown={handleKeyDown}
    >
      {rows.length === 0 ? <p className="hit faint small">{words.none}</p> : null}
      <WindowedRows
        handle={handle}
        count={rows.length}
        rowHeight={rowHeight}
        gap={null}
        scroller={listRef}
        headHeight={headHeight}
        footHeight={headHeight}
        kept={position}
        idOf={(index) => rows[index]?.path ?? index}
        renderRow={renderRow}
      />
    </div>
  )
}

/** Brings the row at the position into sight. */
function useReveal(position: number, rowHeight: number): RefObject<WindowedRowsHandle | null> {
  const handle = useRef<WindowedRowsHandle>(null)
  useEffect(() => {
    if (position >= 0) handle.current?.reveal(position)
    // A row stands elsewhere when the rows get another height.
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [position, rowHeight])
  return handle
}

const rowId = (treeId: string, path: string) => `${treeId}-${encodeURIComponent(path)}`

/** What a row has of its tree. */
const rowProps = (tree: FolderTreeProps, row: FolderRow): Omit<TreeRowProps, 'top'> => ({
  id: rowId(tree.id, row.path),
  row,
  isActive: row.path === tree.active,
  isHere: row.path === tree.here,
  words: tree.words,
  onChoose: tree.onChoose,
  onToggle: tree.onToggle,
})

interface TreeRowProps extends Pick<FolderTreeProps, 'words' | 'onChoose' | 'onToggle'> {
  id: string
  row: FolderRow
  /** Pixels below the first row. */
  top: number
  isActive: boolean
  isHere: boolean
}

const TreeRow = memo(function TreeRow({ id, row, top, isActive, isHere, words, onChoose, onToggle }: TreeRowProps) {
  const { path, name, depth, isOpen, mayHoldFolders, position, siblings } = row
  const shown = name === '' ? words.home : name
  return (
    // Keys are answered by the tree, which keeps the focus: WAI-ARIA's tree with aria-activedescendant.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isActive}
      {...(mayHoldFolders ? { 'aria-expanded': isOpen } : {})}
      className={`hit ${isActive ? 'is-active' : ''}`}
      style={{ ...standingAt(top), paddingInlineStart: 6 + Math.min(depth, 8) * 20 }}
      onClick={() => onChoose(path)}
      onDoubleClick={() => onToggle(path, isOpen)}
    >
      {mayHoldFolders ? (
        <Twist label={words.toggle(shown)} isOpen={isOpen} onToggle={() => onToggle(path, isOpen)} />
      ) : (
        <span className="twist" />
      )}
      <Thumb kind="folder" />
      <span className="cut" dir="auto">
        {shown}
      </span>
      {isHere ? <span className="push small faint">{words.here}</span> : null}
    </div>
  )
})

interface TwistProps {
  label: string
  isOpen: boolean
  onToggle(): void
}

/** Shows and hides what is in a folder, without choosing it. */
function Twist({ label, isOpen, onToggle }: TwistProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className="twist"
      aria-label={label}
      onDoubleClick={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
    >
      <ChevronRight className={`icon sm flip ${isOpen ? 'is-open' : ''}`} aria-hidden="true" />
    </button>
  )
}
