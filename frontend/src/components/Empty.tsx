import type { ReactNode } from 'react'
import { Art, type ArtName } from './Art.tsx'

export interface EmptyProps {
  art: ArtName
  title: string
  lead: string
  /** One or two buttons. */
  children?: ReactNode
  /** A status and an address, in small print. */
  code?: string
  /** Whether the title is the page's own heading, because no path is shown above it. */
  isPage?: boolean
}

/** A place without content: says what it is for or what happened, and offers a way on. */
export function Empty({ art, title, lead, children, code, isPage = false }: EmptyProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className="empty">
      <Art name={art} />
      <Heading className="title">{title}</Heading>
      <p>{lead}</p>
      {children === undefined ? null : <div className="line">{children}</div>}
      {code === undefined ? null : <p className="code">{code}</p>}
    </div>
  )
}
