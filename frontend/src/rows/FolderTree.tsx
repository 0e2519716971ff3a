// A tree of folders to choose one from. One element has the focus; the active row is told by `aria-activedescendant`.
import { ChevronRight } from 'lucide-react'
import { memo, type RefObject, useEffect, useRef } from 'react'
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

export function FolderTree({
  id,
  listRef,
  label,
  rows,
  active,
  here,
  words,
  onChoose,
  onToggle,
  onEnter,
}: FolderTreeProps) {
  const handle = useRef<WindowedRowsHandle>(null)
  const { rowHeight, headHeight } = useRowMeasures(listRef, '--hit')
  const rowId = (path: string) => `${id}-${encodeURIComponent(path)}`
  const position = rows.findIndex(({ path }) => path === active)
  useEffect(() => {
    if (position >= 0) handle.current?.reveal(position)
    // A row stands elsewhere when the rows get another height.
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [position, rowHeight])
  return (
    <div
      id={id}
      ref={listRef}
      className="picker"
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={rowId(active)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          onEnter()
        }
      }}
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
        renderRow={(index, top) => {
          const row = rows[index]
          return row === undefined ? null : (
            <TreeRow
              key={row.path}
              id={rowId(row.path)}
              row={row}
              top={top}
              isActive={row.path === active}
              isHere={row.path === here}
              words={words}
              onChoose={onChoose}
              onToggle={onToggle}
            />
          )
        }}
      />
    </div>
  )
}

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
        <button
          type="button"
          tabIndex={-1}
          className="twist"
          aria-label={words.toggle(shown)}
          onDoubleClick={(event) => event.stopPropagation()}
          onClick={(event) => {
            event.stopPropagation()
            onToggle(path, isOpen)
          }}
        >
          <ChevronRight className={`icon sm flip ${isOpen ? 'is-open' : ''}`} aria-hidden="true" />
        </button>
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
