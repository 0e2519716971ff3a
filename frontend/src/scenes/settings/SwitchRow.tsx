import { SettingRow, type SettingRowProps } from './SettingRow.tsx'

export interface SwitchRowProps extends Omit<SettingRowProps, 'children' | 'isTall'> {
  isOn: boolean
  isDisabled?: boolean
  onChange(isOn: boolean): void
}

/** A setting that is on or off. */
export function SwitchRow({ isOn, isDisabled = false, onChange, ...row }: SwitchRowProps) {
  return (
    <SettingRow {...row}>
      {(control) => (
        <input
          {...control}
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          className="switch"
          checked={isOn}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.checked)}
        />
      )}
    </SettingRow>
  )
}
