import type { LucideIcon } from 'lucide-react'

export interface ChipProps {
  icon: LucideIcon
  label: string
  isPressed: boolean
  onPress(): void
}

/** A filter that can be switched on and off. */
export function Chip({ icon: Icon, label, isPressed, onPress }: ChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={isPressed} onClick={onPress}>
      <Icon className="icon" aria-hidden="true" />
      {label}
    </button>
  )
}
