import { EllipsisVertical } from 'lucide-react'
import { IconButton } from '../components/IconButton.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import type { MenuPlace } from './ListingMenu.tsx'

export interface GroundMenuButtonProps {
  isDisabled?: boolean
  onMenu(place: MenuPlace): void
}

/** The ⋮ in the head of a panel, for phones: the menu that a right click on the background opens elsewhere. */
export function GroundMenuButton({ isDisabled = false, onMenu }: GroundMenuButtonProps) {
  const { t } = useTexts()
  return (
    <span className="phone-only">
      <IconButton
        icon={EllipsisVertical}
        label={t('action.more')}
        aria-haspopup="menu"
        disabled={isDisabled}
        onClick={({ currentTarget }) => onMenu({ kind: 'ground', anchor: currentTarget })}
      />
    </span>
  )
}
