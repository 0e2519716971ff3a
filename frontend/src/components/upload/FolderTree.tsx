// A small tree of folders to choose one from. One element has the focus; the active row is told by
// `aria-activedescendant`.
import { ChevronRight } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import { Thumb } from '../Thumb.tsx'

export interface FolderTreeRow {
  path: string
  name: string
  depth: number
  isOpen: boolean
  mayHoldFolders: boolean
}

export interface FolderTreeProps {
  id: string
  listRef: RefObject<HTMLDivElement | null>
  label: string
  rows: readonly FolderTreeRow[]
  active: string
  /** Where the items lie now. */
  here: string
  words: { home: string; here: string; none: string; toggle(name: string): string }
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
  const rowId = (path: string) => `${id}-${encodeURIComponent(path)}`
  useEffect(() => {
    document.getElementById(rowId(active))?.scrollIntoView({ block: 'nearest' })
  })
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
      {rows.map(({ path, name, depth, isOpen, mayHoldFolders }) => {
        const shown = name === '' ? words.home : name
        return (
          // Keys are answered by the tree, which keeps the focus: WAI-ARIA's tree with aria-activedescendant.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={path}
            id={rowId(path)}
            role="treeitem"
            aria-level={depth + 1}
            aria-selected={path === active}
            {...(mayHoldFolders ? { 'aria-expanded': isOpen } : {})}
            className={`hit ${path === active ? 'is-active' : ''}`}
            style={{ paddingInlineStart: 6 + Math.min(depth, 8) * 20 }}
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
            {path === here ? <span className="push small faint">{words.here}</span> : null}
          </div>
        )
      })}
    </div>
  )
}
