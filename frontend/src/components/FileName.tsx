import { splitName } from '../lib/paths.ts'
import type { Span } from '../lib/query.ts'
import { Marked } from './Marked.tsx'

export interface FileNameProps {
  name: string
  isDir: boolean
  /** What of the name is marked. */
  spans?: readonly Span[]
  /** The name is spoken by another element: here it would be heard in two parts. */
  isSilent?: boolean
}

/** A name that is cut before its ending, and runs in its own direction. */
export function FileName({ name, isDir, spans = [], isSilent = false }: FileNameProps) {
  const [stem, ending] = splitName(name, isDir)
  return (
    <span className="name" dir="auto" aria-hidden={isSilent || undefined}>
      <b>
        <Marked text={stem} spans={spans} />
      </b>
      {ending === '' ? null : (
        <i>
          <Marked text={ending} spans={spans} offset={stem.length} />
        </i>
      )}
    </span>
  )
}
