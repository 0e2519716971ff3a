// A menu of commands: at a button, or wherever the pointer asked for it; a sheet on a phone. Until one is asked for,
// its button is all there is of it: what menus are made of is fetched behind the first screen.
import type { LucideIcon } from 'lucide-react'
import {
  cloneElement,
  type ComponentProps,
  type ComponentType,
  type ReactElement,
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
  /** The shortcut in words. */
  keys?: string
  isDangerous?: boolean
  /** Set for one of several choices. */
  isChecked?: boolean
  /** Leaves the menu open, as what leads to more choices does. */
  staysOpen?: boolean
  /** The language of the label where it is not the page's. */
  lang?: string
  run(): void
}

/** Groups of entries; between two groups runs a line. */
export type MenuGroups = readonly (readonly MenuEntry[])[]

/** Where a menu opens that belongs to no button. */
export interface MenuAnchor {
  getBoundingClientRect(): DOMRect
}

export interface MenuProps {
  groups: MenuGroups
  /** The button that opens it. Without one, `anchor` and `onClose` say where and how long it is open. */
  trigger?: ReactElement
  /** The button cannot be pressed at this moment. */
  isDisabled?: boolean
  anchor?: MenuAnchor | null
  /** Called when it closes; `isChosen` tells whether an entry was run. */
  onClose?(isChosen: boolean): void
  /** Stands above the entries. */
  title?: string
  /** Read out for a menu without a button. */
  label?: string
  align?: 'start' | 'center' | 'end'
}

/** What the menu itself is told beside: whether keys asked for it, which go on in it. */
export type OpenMenuProps = MenuProps & { isByKeys: boolean }

const openMenu = prefetched<ComponentType<OpenMenuProps>>(async () => (await import('./OpenMenu.tsx')).OpenMenu)

export function Menu(props: MenuProps) {
  const { trigger, anchor, isDisabled = false, onClose } = props
  const [wasAsked, setAsked] = useState(false)
  const [isByKeys, setByKeys] = useState(false)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  if (!wasAsked && trigger === undefined && anchor !== null) setAsked(true)
  const giveUp = useEffectEvent(() => {
    // Whoever asks again has it tried again.
    setAsked(false)
    onClose?.(false)
  })
  useEffect(() => {
    if (wasAsked && openMenu.part === null) fetchPart(openMenu.load).then(redraw, giveUp)
  }, [wasAsked])
  if (wasAsked && openMenu.part !== null) return <openMenu.part {...props} isByKeys={isByKeys} />
  if (trigger === undefined) return null
  return cloneElement(trigger as ReactElement<ButtonProps>, {
    disabled: isDisabled,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: ({ detail }) => {
      // A click that no pointer made.
      setByKeys(detail === 0)
      setAsked(true)
    },
  })
}

type ButtonProps = Pick<ComponentProps<'button'>, 'disabled' | 'aria-haspopup' | 'aria-expanded' | 'onClick'>
