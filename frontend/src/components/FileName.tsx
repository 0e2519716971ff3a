import type { ReactNode } from 'react'
import { splitName } from '../lib/paths.ts'

export interface FileNameProps {
  name: string
  isDir: boolean
  /** Renders a part of the name, to highlight something in it. `offset`: where it begins in the name. */
  renderPart?(text: string, offset: number): ReactNode
  /** Whether another element reads the name aloud. Here it would be read in two parts. */
  isSilent?: boolean
}

const plain = (text: string) => text

/** A name that is truncated before its extension, and has its own text direction. */
export function FileName({ name, isDir, renderPart = plain, isSilent = false }: FileNameProps) {
  const [stem, ending] = splitName(name, isDir)
  return (
    <span className="name" dir="auto" aria-hidden={isSilent || undefined}>
      <b>{renderPart(stem, 0)}</b>
      {ending === '' ? null : <i>{renderPart(ending, stem.length)}</i>}
    </span>
  )
}
