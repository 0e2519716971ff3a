// One row of the tray: its name, its state in words, and buttons. All rows of a section have the same height.
import type { LucideIcon } from 'lucide-react'
import type { CSSProperties } from 'react'
import { kindOfName } from '../../lib/kind-of-name.ts'
import { FileName } from '../FileName.tsx'
import { IconButton } from '../IconButton.tsx'
import { LocalThumb } from './LocalThumb.tsx'

export interface JobCommand {
  icon: LucideIcon
  label: string
  run(): void
}

/** The position of a row in its section. Plain numbers, so that a row that has not moved is not rendered again. */
export interface RowPlace {
  /** Pixels below the section's first row. */
  top: number
  /** From 0. */
  index: number
  /** The number of rows in the section. */
  count: number
}

export interface JobRowProps extends RowPlace {
  name: string
  file: File | null
  isDir?: boolean
  /** Whether there is room for three lines of text, or for facts. */
  isTall?: boolean
  /** Its state, in words. */
  words: string
  /** How much of the total is done. */
  facts?: string
  icon?: LucideIcon
  tone?: 'ok' | 'bad' | ''
  /** Whole percent; null shows no bar. */
  percent?: number | null
  isPaused?: boolean
  commands: readonly JobCommand[]
}

export function JobRow(props: JobRowProps) {
  const { name, file, isDir = false, isTall = false, words, facts = '', icon: Icon, tone = '' } = props
  const { percent = null, isPaused = false, commands, top, index, count } = props
  return (
    <li
      className={`job ${isTall ? 'tall' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      <LocalThumb file={file} kind={kindOfName(name, isDir)} />
      <div className="summary">
        <FileName name={name} isDir={isDir} />
        <div className={`state ${tone}`}>
          {Icon === undefined ? null : <Icon className="icon" aria-hidden="true" />}
          <span className={isTall && tone === 'bad' ? 'lines' : 'cut'} title={tone === 'bad' ? words : undefined}>
            {words}
          </span>
        </div>
        {facts === '' ? null : <div className="share">{facts}</div>}
      </div>
      <div className="acts">
        {commands.map(({ icon, label, run }) => (
          <IconButton key={label} icon={icon} label={label} onClick={run} />
        ))}
      </div>
      {percent === null ? null : <JobBar name={name} percent={percent} isPaused={isPaused} />}
    </li>
  )
}

function JobBar({ name, percent, isPaused }: { name: string; percent: number; isPaused: boolean }) {
  return (
    <div
      className={`progress ${isPaused ? 'paused' : ''}`}
      style={{ '--v': `${percent}%` } as CSSProperties}
      role="progressbar"
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-label={name}
    >
      <i />
    </div>
  )
}
