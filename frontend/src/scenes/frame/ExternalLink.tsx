import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useRoot } from '../../stores/useRoot.ts'

/** A link to another site. If the household hides such links, only its text. */
export const ExternalLink = observer(function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const { settings } = useRoot()
  if (settings.DisableExternal) return <span>{children}</span>
  return (
    <a className="external" href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
})
