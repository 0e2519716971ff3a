import { Ellipsis } from 'lucide-react'
import { IconButton } from '../components/IconButton.tsx'

export interface RowMenuButtonProps {
  label: string
  /** Called with the button at which the menu opens. */
  onOpen(button: HTMLElement): void
}

/** The ⋯ at the end of a row. */
export function RowMenuButton({ label, onOpen }: RowMenuButtonProps) {
  return (
    <IconButton
      isSmall
      icon={Ellipsis}
      label={label}
      className="more"
      tabIndex={-1}
      aria-haspopup="menu"
      onClick={(event) => {
        event.stopPropagation()
        onOpen(event.currentTarget)
      }}
    />
  )
}
