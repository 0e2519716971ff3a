import type { LucideIcon } from 'lucide-react'
import { memo } from 'react'

/** An icon that only decorates. It is not rendered again while it is the same, because rows have several. */
export const Glyph = memo(function Glyph({ icon: Icon }: { icon: LucideIcon }) {
  return <Icon className="icon" aria-hidden="true" />
})
