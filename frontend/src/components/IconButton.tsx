import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Glyph } from './Glyph.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'title'> {
  icon: LucideIcon
  /** Read by screen readers, and shown as a tooltip. */
  label: string
  isSmall?: boolean
}

export function IconButton({ icon, label, isSmall = false, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`icon-button ${isSmall ? 'small' : ''} ${className}`}
      aria-label={label}
      title={label}
    >
      <Glyph icon={icon} />
    </button>
  )
}
