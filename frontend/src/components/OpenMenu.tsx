// The menu itself, fetched once somebody opens one.
import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { Fragment, type KeyboardEvent, useEffect, useRef } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import type { MenuEntry, MenuGroups, OpenMenuProps } from './Menu.tsx'

/** A menu at the pointer moves rather than being cut. One at a button must not cover it. */
const AT_POINTER = { side: 'shift', align: 'shift', fallbackAxisSide: 'none' } as const

/** A menu that is open from the start; see Menu. */
export function OpenMenu(props: OpenMenuProps) {
  const { trigger, isDisabled = false, anchor, onClose, title, label, align = 'start', isByKeys } = props
  const { t } = useTexts()
  // What keys have asked for is opened by its button, so that they stand on the first entry.
  const button = useRef<HTMLButtonElement>(null)
  const leaving = useLeavingByTab()
  useEffect(() => {
    if (!isByKeys) return
    button.current?.focus()
    button.current?.click()
  }, [isByKeys])
  const handleOpenChange = (isOpen: boolean, { reason }: BaseMenu.Root.ChangeEventDetails) => {
    if (!isOpen) onClose?.(reason === 'item-press')
  }
  return (
    <BaseMenu.Root
      {...(trigger === undefined ? { open: anchor !== null } : { defaultOpen: !isByKeys })}
      onOpenChange={handleOpenChange}
      actionsRef={leaving.actions}
    >
      {trigger === undefined ? null : <BaseMenu.Trigger ref={button} render={trigger} disabled={isDisabled} />}
      {/* Outside of all landmarks of the page, so it is one itself while it is open. */}
      <BaseMenu.Portal role="region" aria-label={label ?? title ?? t('action.menu')}>
        <BaseMenu.Backdrop className="menu-veil" />
        <BaseMenu.Positioner
          className="menu-place"
          sideOffset={trigger === undefined ? 0 : 6}
          align={align}
          {...(anchor && !(anchor instanceof Element) ? { collisionAvoidance: AT_POINTER } : {})}
          {...(anchor ? { anchor } : {})}
        >
          <Sheet {...props} onKeyDown={leaving.handleKeyDown} />
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

function Sheet({ groups, title, label, onKeyDown }: OpenMenuProps & { onKeyDown(event: KeyboardEvent): void }) {
  return (
    <BaseMenu.Popup className="menu" onKeyDown={onKeyDown} {...(label === undefined ? {} : { 'aria-label': label })}>
      {title === undefined ? null : <div className="menu-title cut">{title}</div>}
      <Entries groups={groups.filter((group) => group.length > 0)} />
    </BaseMenu.Popup>
  )
}

/** Tab closes the menu, and leads back to where it was opened: never to what lies below it (ARIA APG, Menu). */
function useLeavingByTab() {
  const actions = useRef<BaseMenu.Root.Actions>(null)
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    event.preventDefault()
    actions.current?.close()
  }
  return { actions, handleKeyDown }
}

function Entries({ groups }: { groups: MenuGroups }) {
  return groups.map((group, index) => (
    <Fragment key={group[0]?.id}>
      {index === 0 ? null : <BaseMenu.Separator render={<hr />} />}
      {group.map((entry) => (
        <Entry key={entry.id} {...entry} />
      ))}
    </Fragment>
  ))
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
