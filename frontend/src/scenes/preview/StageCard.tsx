import type { ReactNode } from 'react'
import { Thumb } from '../../components/Thumb.tsx'
import type { Kind } from '../../lib/kinds.ts'

/** Shown on the stage if the file itself cannot be: its kind, a sentence, and a way on. */
export function StageCard({
  kind,
  title,
  text,
  children,
}: {
  kind: Kind
  title: string
  text?: string
  children?: ReactNode
}) {
  return (
    <div className="stage-card">
      <Thumb kind={kind} size="lg" />
      <h2>{title}</h2>
      {text === undefined ? null : <p className="muted">{text}</p>}
      {children}
    </div>
  )
}
