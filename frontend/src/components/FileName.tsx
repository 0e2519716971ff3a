import { splitName } from '../lib/paths.ts'
import type { Span } from '../lib/query.ts'
import { Marked } from './Marked.tsx'

export interface FileNameProps {
  name: string
  isDir: boolean
  /** The parts of the name that are highlighted. */
  spans?: readonly Span[]
  /** Whether another element reads the name aloud. Here it would be read in two parts. */
  isSilent?: boolean
}

/** A name that is truncated before its extension, and has its own text direction. */
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
