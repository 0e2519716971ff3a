import { type ReactNode, useId } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { Saved } from './Saved.tsx'
import type { SaveState } from './useSaving.ts'

/** Connects a control with its name, and with its description or error. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface SettingRowProps {
  title: string
  /** Defaults and limits, or what it is for. */
  description?: string
  state?: SaveState
  /** On a phone the control is below the text. */
  isTall?: boolean
  children(control: ControlProps): ReactNode
}

/** A setting: its name, a short explanation, and its control. An error replaces the explanation. */
export function SettingRow({ title, description, state = 'idle', isTall = false, children }: SettingRowProps) {
  const id = useId()
  const { tell } = useTexts()
  const failure = typeof state === 'object' ? tell(state) : null
  const note = failure ?? description
  return (
    <div className={`set ${isTall ? 'tall' : ''}`}>
      <div>
        <div className="set-title">
          <label htmlFor={id}>{title}</label>
          <Saved state={state} />
        </div>
        {note === undefined ? null : (
          <div
            className={`set-lead ${failure === null ? '' : 'bad'}`}
            id={`${id}-note`}
            role={failure === null ? undefined : 'alert'}
          >
            {note}
          </div>
        )}
      </div>
      <div className="line">
        {children({
          id,
          'aria-describedby': note === undefined ? undefined : `${id}-note`,
          'aria-invalid': failure === null ? undefined : true,
        })}
      </div>
    </div>
  )
}
