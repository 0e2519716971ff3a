// A menu of commands: at a button, or wherever the pointer asked for it; a sheet on a phone.
import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'
import { Fragment, type ReactElement } from 'react'

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

export function Menu({
  groups,
  trigger,
  isDisabled = false,
  anchor,
  onClose,
  title,
  label,
  align = 'start',
}: MenuProps) {
  const filled = groups.filter((group) => group.length > 0)
  const handleOpenChange = (isOpen: boolean, { reason }: BaseMenu.Root.ChangeEventDetails) => {
    if (!isOpen) onClose?.(reason === 'item-press')
  }
  return (
    <BaseMenu.Root {...(trigger === undefined ? { open: anchor !== null } : {})} onOpenChange={handleOpenChange}>
      {trigger === undefined ? null : <BaseMenu.Trigger render={trigger} disabled={isDisabled} />}
      <BaseMenu.Portal>
        <BaseMenu.Backdrop className="menu-veil" />
        <BaseMenu.Positioner
          className="menu-place"
          sideOffset={trigger === undefined ? 0 : 6}
          align={align}
          {...(anchor ? { anchor } : {})}
        >
          <BaseMenu.Popup className="menu" {...(label === undefined ? {} : { 'aria-label': label })}>
            {title === undefined ? null : <div className="menu-title cut">{title}</div>}
            {filled.map((group, index) => (
              <Fragment key={group[0]?.id}>
                {index === 0 ? null : <BaseMenu.Separator render={<hr />} />}
                {group.map((entry) => (
                  <Entry key={entry.id} {...entry} />
                ))}
              </Fragment>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

function Entry({ label, icon: Icon, keys, isDangerous, isChecked, staysOpen, lang, run }: MenuEntry) {
  const choice = isChecked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': isChecked }
  return (
    <BaseMenu.Item
      className={isDangerous === true ? 'danger' : ''}
      closeOnClick={staysOpen !== true}
      onClick={run}
      label={label}
      {...choice}
    >
      {Icon === undefined ? null : <Icon className="icon" aria-hidden="true" />}
      <span lang={lang}>{label}</span>
      {isChecked === true ? <Check className="icon sm push" aria-hidden="true" /> : null}
      {keys === undefined ? null : <kbd aria-hidden="true">{keys}</kbd>}
    </BaseMenu.Item>
  )
}
