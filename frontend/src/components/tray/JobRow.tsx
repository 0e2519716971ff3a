// One row of the tray: what it is, its state in words, and buttons.
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

export interface JobRowProps {
  name: string
  file: File | null
  isDir?: boolean
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
  const { name, file, isDir = false, words, facts = '', icon: Icon, tone = '' } = props
  const { percent = null, isPaused = false, commands } = props
  return (
    <li className="job">
      <LocalThumb file={file} kind={kindOfName(name, isDir)} />
      <div className="what">
        <FileName name={name} isDir={isDir} />
        <div className={`state ${tone}`}>
          {Icon === undefined ? null : <Icon className="icon" aria-hidden="true" />}
          <span className={tone === 'bad' ? '' : 'cut'}>{words}</span>
        </div>
      </div>
      <div className="acts">
        {commands.map(({ icon, label, run }) => (
          <IconButton key={label} icon={icon} label={label} onClick={run} />
        ))}
      </div>
      {facts === '' ? null : <div className="share">{facts}</div>}
      {percent === null ? null : (
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
      )}
    </li>
  )
}
