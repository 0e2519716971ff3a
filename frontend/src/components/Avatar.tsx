import type { CSSProperties } from 'react'
import { hueOf } from '../lib/hue.ts'

/** The first letter of a name, in a colour derived from the name. */
export function Avatar({ name, size = '' }: { name: string; size?: '' | 'md' | 'lg' }) {
  const [letter] = name
  return (
    <span className={`avatar ${size}`} style={{ '--h': hueOf(name) } as CSSProperties} aria-hidden="true">
      {letter ?? '?'}
    </span>
  )
}
