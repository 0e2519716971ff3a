import { observer } from 'mobx-react-lite'
import { HOUSE_NUMBERS, type HouseForm, type HouseNumber } from '../../lib/house-form.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { TextRow } from './TextRow.tsx'
import { householdOf } from '../../stores/HouseholdStore.ts'

export interface NumberRowProps {
  form: HouseForm
  name: HouseNumber
  title: string
  description: string
  suffix?: string
}

/** A setting that is a whole number; empty for the default. */
export const NumberRow = observer(function NumberRow({ form, name, title, description, suffix }: NumberRowProps) {
  const household = householdOf(useRoot())
  const { least, most, usual } = HOUSE_NUMBERS[name]
  const isWrong = household.troubles.numbers.has(name)
  return (
    <TextRow
      title={title}
      description={description}
      trouble={isWrong ? { key: 'household.notANumber', values: { least, most } } : null}
      inputMode="numeric"
      placeholder={String(usual)}
      value={form[name]}
      onText={(text) => household.change({ [name]: text })}
      {...(suffix === undefined ? {} : { suffix })}
    />
  )
})
