import { useEffect, useState } from 'react'
import type { HolidayChoice, HolidayPlaces } from '../../../../backend/contract/calendar-subscriptions.ts'
import { CheckLine } from '../../components/CheckLine.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { Subscriptions } from '../../stores/calendar/Subscriptions.ts'
import { useRoot } from '../../stores/useRoot.ts'

type Places = HolidayPlaces['items']

const NOWHERE: HolidayChoice = { country: '', state: null, region: null, observances: false }

interface HolidayFieldsProps {
  subscriptions: Subscriptions
  /** Null while no country is chosen. */
  onChoose(choice: HolidayChoice | null): void
}

/** Whose holidays: of a country, of a state or a region of it. */
export function HolidayFields({ subscriptions, onChoose }: HolidayFieldsProps) {
  const { t } = useTexts()
  const [choice, setChoice] = useState(NOWHERE)
  const { countries, states, regions } = useAllPlaces(subscriptions, choice)
  const whole = t('calendar.outside.whole')
  const set = (changed: Partial<HolidayChoice>) => {
    setChoice({ ...choice, ...changed })
    onChoose(choiceOf({ ...choice, ...changed }))
  }
  return (
    <div className="cal-form">
      <PlaceField
        label={t('calendar.outside.country')}
        none={t('calendar.outside.choose')}
        value={choice.country}
        places={countries}
        onChoose={(code) => set({ country: code, state: null, region: null })}
      />
      <PlaceField
        label={t('calendar.outside.state')}
        none={whole}
        value={choice.state ?? ''}
        places={states}
        onChoose={(code) => set({ state: code || null, region: null })}
      />
      <PlaceField
        label={t('calendar.outside.region')}
        none={whole}
        value={choice.region ?? ''}
        places={regions}
        onChoose={(code) => set({ region: code || null })}
      />
      <CheckLine
        label={t('calendar.outside.observances')}
        isOn={choice.observances}
        onChange={(observances) => set({ observances })}
      />
    </div>
  )
}

const choiceOf = (choice: HolidayChoice): HolidayChoice | null => (choice.country === '' ? null : choice)

function useAllPlaces(subscriptions: Subscriptions, { country, state }: HolidayChoice) {
  const countries = usePlaces(subscriptions, '')
  const states = usePlaces(subscriptions, country === '' ? null : country)
  const regions = usePlaces(subscriptions, state === null ? null : `${country} ${state}`)
  return { countries, states, regions }
}

/**
 * The places within a place; none while they are being fetched. `within`: the codes of a country and a state, as far
 * as they are chosen; null for nowhere.
 */
function usePlaces(subscriptions: Subscriptions, within: string | null): Places {
  const { toasts } = useRoot()
  const [found, setFound] = useState<{ within: string; places: Places } | null>(null)
  useEffect(() => {
    if (within === null) return
    let isWanted = true
    const load = async () => {
      const [country, state] = within.split(' ')
      const places = await subscriptions.places({ ...(country && { country }), ...(state && { state }) })
      if (isWanted) setFound({ within, places })
    }
    load().catch((error: unknown) => isWanted && toasts.error(error))
    return () => {
      isWanted = false
    }
  }, [subscriptions, toasts, within])
  return found !== null && found.within === within ? found.places : []
}

interface PlaceFieldProps {
  label: string
  /** What the empty choice says. */
  none: string
  value: string
  places: Places
  onChoose(code: string): void
}

/** A choice of one place. It is there where there is a choice. */
function PlaceField({ label, none, value, places, onChoose }: PlaceFieldProps) {
  if (places.length === 0) return null
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
      <option value="">{none}</option>
      {places.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
