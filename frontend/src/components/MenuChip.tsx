import type { LucideIcon } from 'lucide-react'
import { Menu, type MenuEntry } from './Menu.tsx'

export interface MenuChipProps {
  icon: LucideIcon
  /** What is chosen, or what can be. */
  label: string
  /** Whether something is chosen that makes a difference. */
  isOn: boolean
  choices: readonly MenuEntry[]
}

/** A filter of which one of several values can be chosen. */
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
