import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import type { Tone } from '../../lib/status-words.ts'

const ICONS = { ok: CircleCheck, off: CircleMinus, warn: TriangleAlert, bad: CircleX }

export interface StatusRowProps {
  tone: Tone
  title: string
  lead: string
  /** What can be done about it. */
  children?: ReactNode
}

/** One line of the status: an icon, its meaning, and its cause. */
export function StatusRow({ tone, title, lead, children }: StatusRowProps) {
  const { t } = useTexts()
  const Icon = ICONS[tone]
  return (
    <li className={`word ${tone}`}>
      <Icon className="icon" role="img" aria-label={t(`status.tone.${tone}`)} />
      <div>
        <div className="set-title">{title}</div>
        {lead === '' ? null : <div className="set-lead">{lead}</div>}
      </div>
      {children}
    </li>
  )
}
