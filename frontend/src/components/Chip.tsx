import type { LucideIcon } from 'lucide-react'

export interface ChipProps {
  icon: LucideIcon
  label: string
  /** Shown as a tooltip. */
  title?: string
  isPressed: boolean
  onPress(): void
}

/** A filter that can be switched on and off. */
export function Chip({ icon: Icon, label, title, isPressed, onPress }: ChipProps) {
  return (
    <button type="button" className="chip" title={title} aria-pressed={isPressed} onClick={onPress}>
      <Icon className="icon" aria-hidden="true" />
      {label}
    </button>
  )
}
