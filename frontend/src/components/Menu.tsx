// A menu of commands: at a button, or at the pointer; a sheet on a phone. Until a menu is opened only its button
// exists: the rest is fetched after the first screen.
import type { LucideIcon } from 'lucide-react'
import {
  cloneElement,
  type ComponentProps,
  type ComponentType,
  type ReactElement,
  startTransition,
  useEffect,
  useEffectEvent,
  useReducer,
  useState,
} from 'react'
import { fetchPart } from '../lib/fetch-part.ts'
import { prefetched } from '../lib/prefetch.ts'

export interface MenuEntry {
  id: string
  label: string
  icon?: LucideIcon
  /** The shortcut, as text. */
  keys?: string
  isDangerous?: boolean
  /** Set for one of several choices. */
  isChecked?: boolean
  /** Keeps the menu open, for an entry that leads to more choices. */
  staysOpen?: boolean
  /** The language of the label, if it is not the page's. */
  lang?: string
  run(): void
}

/** Groups of entries, separated by lines. */
export type MenuGroups = readonly (readonly MenuEntry[])[]

/** The position of a menu that belongs to no button. */
export interface MenuAnchor {
  getBoundingClientRect(): DOMRect
}

export interface MenuProps {
  groups: MenuGroups
  /** The button that opens it. Without one, `anchor` and `onClose` control where and how long it is open. */
  trigger?: ReactElement
  /** Whether the button is disabled at the moment. */
  isDisabled?: boolean
  anchor?: MenuAnchor | null
  /** Called when it closes; `isChosen` says whether an entry was run. */
  onClose?(isChosen: boolean): void
  /** Shown above the entries. */
  title?: string
  /** Read by screen readers, for a menu without a button. */
  label?: string
  align?: 'start' | 'center' | 'end'
}

/** `isByKeys`: the menu was opened with the keyboard, which continues in it. */
export type OpenMenuProps = MenuProps & { isByKeys: boolean }

const openMenu = prefetched<ComponentType<OpenMenuProps>>(async () => (await import('./OpenMenu.tsx')).OpenMenu)

export function Menu(props: MenuProps) {
  const { trigger, anchor, isDisabled = false, onClose } = props
  const [wasAsked, setAsked] = useState(false)
  const [isByKeys, setByKeys] = useState(false)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  if (!wasAsked && trigger === undefined && anchor !== null) setAsked(true)
  const giveUp = useEffectEvent(() => {
    // The next request tries again.
    setAsked(false)
    onClose?.(false)
  })
  const { part: Open } = openMenu
  useEffect(() => {
    // Also if it has come since this was drawn.
    if (wasAsked && Open === null) fetchPart(openMenu.load).then(redraw, giveUp)
  }, [wasAsked, Open])
  if (wasAsked && Open !== null) return <Open {...props} isByKeys={isByKeys} />
  if (trigger === undefined) return null
  return cloneElement(trigger as ReactElement<ButtonProps>, {
    disabled: isDisabled,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: ({ detail }) => {
      // A click from the keyboard has no click count.
      setByKeys(detail === 0)
      // So that the button is seen to be pressed while a slow phone draws the menu.
      startTransition(() => setAsked(true))
    },
  })
}

type ButtonProps = Pick<ComponentProps<'button'>, 'disabled' | 'aria-haspopup' | 'aria-expanded' | 'onClick'>
