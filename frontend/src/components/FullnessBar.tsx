import type { CSSProperties } from 'react'

export interface FullnessBarProps {
  /** 0 to 100. */
  percent: number
  label: string
  /** The same in words and sizes. */
  text: string
  isThick?: boolean
}

/** How full a storage space is, with a warning when it is nearly full. Numbers are shown beside it. */
export function FullnessBar({ percent, label, text, isThick = false }: FullnessBarProps) {
  return (
    <div
      className={`progress ${isThick ? 'thick' : ''} ${toneOf(percent)}`}
      style={{ '--v': `${percent}%` } as CSSProperties}
      role="progressbar"
      aria-valuenow={percent}
      aria-valuetext={text}
      aria-label={label}
    >
      <i />
    </div>
  )
}

/** Percent from which the bar warns. */
const NEARLY_FULL = 85

const toneOf = (percent: number): string => (percent >= 100 ? 'bad' : percent >= NEARLY_FULL ? 'warn' : '')
