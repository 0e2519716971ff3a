import type { ReactNode } from 'react'
import { SettingRow } from '../settings/SettingRow.tsx'

export interface SelectRowProps {
  title: string
  description: string
  value: string
  /** The options. */
  children: ReactNode
  onChoose(value: string): void
}

/** A setting that is chosen from a list. */
export function SelectRow({ title, description, value, children, onChoose }: SelectRowProps) {
  return (
    <SettingRow isTall title={title} description={description}>
      {(control) => (
        <select {...control} className="input" value={value} onChange={({ target }) => onChoose(target.value)}>
          {children}
        </select>
      )}
    </SettingRow>
  )
}
