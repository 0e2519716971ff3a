import { Fragment } from 'react'
import type { Span } from '../lib/query.ts'

export interface MarkedProps {
  text: string
  /** In order, without overlaps. */
  spans: readonly Span[]
  /** Where this text begins in the text that the spans refer to. */
  offset?: number
}

/** A text with highlighted parts. */
export function Marked({ text, spans, offset = 0 }: MarkedProps) {
  const within = (at: number) => Math.min(text.length, Math.max(0, at - offset))
  const inside = spans
    .map(({ start, end }) => ({ start: within(start), end: within(end) }))
    .filter(({ start, end }) => start < end)
  if (inside.length === 0) return text
  return (
    <>
      {inside.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(inside[index - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(inside.at(-1)?.end)}
    </>
  )
}
