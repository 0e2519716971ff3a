import type { CSSProperties } from 'react'

export interface TotalProgressProps {
  label: string
  /** Whole percent. */
  percent: number
  isPaused: boolean
  /** How much has been sent, and the speed. */
  share: string
  rate: string
}

export function TotalProgress({ label, percent, isPaused, share, rate }: TotalProgressProps) {
  return (
    <div className="total">
      <div
        className={`progress thick ${isPaused ? 'paused' : ''}`}
        style={{ '--v': `${percent}%` } as CSSProperties}
        role="progressbar"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label={label}
      >
        <i />
      </div>
      <div className="facts">
        <span>{share}</span>
        <span>{rate}</span>
      </div>
    </div>
  )
}
