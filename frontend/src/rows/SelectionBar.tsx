import { Ellipsis, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type Action, offered, perform } from '../actions/action.ts'
import { clearSelection } from '../actions/clearSelection.ts'
import { useEntries } from '../actions/useEntries.ts'
import { IconButton } from '../components/IconButton.tsx'
import { Menu } from '../components/Menu.tsx'
import { RootClass } from '../components/RootClass.ts'
import { useFormat } from '../i18n/useFormat.ts'
import { useTexts } from '../i18n/useTexts.ts'
import type { ScreenSelection } from '../stores/ScreenStore.ts'
import { useRoot } from '../stores/useRoot.ts'

export interface SelectionBarProps {
  selection: ScreenSelection
  /** The commands for the selection. */
  bar: readonly Action[]
}

/**
 * Floats over the end of the listing: how much is selected, and the commands for it. Those without room are in a menu.
 */
export const SelectionBar = observer(function SelectionBar({ selection, bar }: SelectionBarProps) {
  const root = useRoot()
  const { t } = useTexts()
  const format = useFormat()
  const entries = useEntries()
  const element = useRef<HTMLDivElement>(null)
  const actions = offered(root, bar)
  const words = `${actions.map(({ label }) => t(label)).join()} ${selection.count}`
  const room = useRoom(element, { count: actions.length, words })
  const { shown, hidden } = divide(actions, room)
  return (
    <div ref={element} className="selection-bar" role="toolbar" aria-label={t('listing.selection')}>
      <RootClass name="has-selection-bar" />
      <IconButton
        icon={X}
        label={`${t('action.clearSelection')} (Esc)`}
        onClick={() => void perform(root, clearSelection)}
      />
      <span className="summary num">
        <b>{t('listing.selected', { count: selection.count })}</b>
        {selection.count > 0 ? ` · ${format.size(selection.size)}` : ''}
      </span>
      <span className="sep" />
      {shown.map((action) => (
        <button key={action.id} type="button" className="button plain" onClick={() => void perform(root, action)}>
          <action.icon className="icon" aria-hidden="true" />
          <span className="label">{t(action.label)}</span>
        </button>
      ))}
      {hidden.length === 0 ? null : (
        <Menu
          groups={entries([hidden])}
          align="end"
          trigger={<IconButton icon={Ellipsis} label={t('action.more')} />}
        />
      )}
    </div>
  )
})

/** As many commands as fit. A dangerous one comes last and is always shown. */
function divide(actions: readonly Action[], room: number): { shown: readonly Action[]; hidden: readonly Action[] } {
  if (room >= actions.length) return { shown: actions, hidden: [] }
  const last = actions.filter(({ isDangerous }) => isDangerous === true)
  const others = actions.filter(({ isDangerous }) => isDangerous !== true)
  const first = Math.max(0, room - last.length)
  return { shown: [...others.slice(0, first), ...last], hidden: others.slice(first) }
}

/**
 * How many buttons fit. It starts with all of them and removes one at a time until the bar fits, and starts again when
 * the width or the texts change.
 */
function useRoom(element: RefObject<HTMLElement | null>, { count, words }: { count: number; words: string }): number {
  const [place, setPlace] = useState(0)
  const [room, setRoom] = useState({ of: '', count })
  const state = `${place} ${words}`
  const fitting = room.of === state ? room.count : count
  useLayoutEffect(() => {
    const panel = element.current?.parentElement
    if (!panel) return
    const observer = new ResizeObserver(() => setPlace(panel.clientWidth))
    observer.observe(panel)
    return () => observer.disconnect()
  }, [element])
  useLayoutEffect(() => {
    const { current } = element
    const isTooWide = current !== null && current.scrollWidth > current.clientWidth
    // oxlint-disable-next-line react/set-state-in-effect -- how wide the words are is known only once they are drawn
    if (isTooWide && fitting > 1) setRoom({ of: state, count: fitting - 1 })
  }, [element, fitting, state])
  return fitting
}
