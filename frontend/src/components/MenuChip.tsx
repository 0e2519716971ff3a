import type { LucideIcon } from 'lucide-react'
import { Menu, type MenuEntry } from './Menu.tsx'

export interface MenuChipProps {
  icon: LucideIcon
  /** The chosen value, or what can be chosen. */
  label: string
  /** Whether a value is chosen that narrows something. */
  isOn: boolean
  choices: readonly MenuEntry[]
}

/** A filter with a menu, from which one value is chosen. */
export function MenuChip({ icon: Icon, label, isOn, choices }: MenuChipProps) {
  return (
    <Menu
      groups={[choices]}
      trigger={
        <button type="button" className={`chip ${isOn ? 'is-on' : ''}`}>
          <Icon className="icon" aria-hidden="true" />
          {label}
        </button>
      }
    />
  )
}
