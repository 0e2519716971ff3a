import { observer } from 'mobx-react-lite'
import { Fragment, useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { type Duration, DurationFields, NO_END } from './LinkFields.tsx'

/** The usual numbers of days. */
const DAYS = ['1', '7', '30']

const isDays = (value: Duration, count: string): boolean => value.unit === 'days' && value.count === count
const isNever = ({ count }: Duration): boolean => count.trim() === ''

export interface ExpiryChoiceProps {
  /** Null while nothing is chosen. */
  value: Duration | null
  onChange(value: Duration): void
}

/** How long a link works: a usual time, forever, or another time. */
export const ExpiryChoice = observer(function ExpiryChoice({ value, onChange }: ExpiryChoiceProps) {
  const { t } = useTexts()
  const [isCustom, setCustom] = useState(
    value !== null && !isNever(value) && !DAYS.some((count) => isDays(value, count)),
  )
  const choose = (chosen: Duration) => {
    setCustom(false)
    onChange(chosen)
  }
  const chip = (label: string, isPressed: boolean, press: () => void) => (
    <button type="button" className="chip" aria-pressed={isPressed} onClick={press}>
      {label}
    </button>
  )
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {t('share.expires')}
      </span>
      <div className="chips" role="group" aria-label={t('share.expires')}>
        {DAYS.map((count) => (
          <Fragment key={count}>
            {chip(t('share.days', { count: Number(count) }), !isCustom && value !== null && isDays(value, count), () =>
              choose({ count, unit: 'days' }),
            )}
          </Fragment>
        ))}
        {chip(t('share.never'), !isCustom && value !== null && isNever(value), () => choose(NO_END))}
        {chip(t('share.custom'), isCustom, () => setCustom(true))}
      </div>
      {isCustom ? <DurationFields value={value ?? NO_END} onChange={onChange} /> : null}
    </div>
  )
})
