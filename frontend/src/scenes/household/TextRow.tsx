import type { ComponentProps } from 'react'
import type { Message } from '../../i18n/message.ts'
import { SettingRow } from '../settings/SettingRow.tsx'

export interface TextRowProps extends Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'title'> {
  title: string
  description: string
  /** What is wrong with the value. */
  trouble?: Message | null
  value: string
  /** Shown after the text, inside its border. */
  suffix?: string
  isTall?: boolean
  onText(text: string): void
}

/** A setting that is a text. */
export function TextRow({
  title,
  description,
  trouble = null,
  value,
  suffix,
  isTall = false,
  onText,
  ...input
}: TextRowProps) {
  return (
    <SettingRow title={title} description={description} state={trouble ?? 'idle'} isTall={isTall}>
      {(control) => (
        <span className={`input ${isTall ? '' : 'short'}`}>
          <input
            {...input}
            {...control}
            autoComplete="off"
            value={value}
            onChange={(event) => onText(event.target.value)}
          />
          {suffix === undefined ? null : <span className="suffix">{suffix}</span>}
        </span>
      )}
    </SettingRow>
  )
}
