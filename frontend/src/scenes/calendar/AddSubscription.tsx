import { observer } from 'mobx-react-lite'
import { type FormEvent, useState } from 'react'
import { CALENDAR_HUES, SUBSCRIPTION_LINK_MAX } from '../../../../backend/contract/calendar-limits.ts'
import type { SubscriptionBodyInput } from '../../../../backend/contract/calendar-subscriptions.ts'
import { ApiError } from '../../api/http.ts'
import { messageOf } from '../../api/error-message.ts'
import { Field } from '../../components/Field.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import type { Message } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { ownZone } from '../../stores/calendar/EventForm.ts'
import type { Subscriptions } from '../../stores/calendar/Subscriptions.ts'
import { HolidayFields } from './HolidayFields.tsx'
import { useFormWork } from './useFormWork.ts'

const KINDS = ['link', 'holidays'] as const
type Kind = (typeof KINDS)[number]

/** What is added: an address, or the holidays of a place. Null until it is chosen. */
type Choice = Pick<SubscriptionBodyInput, Kind | 'zone'> | null

/** The form for one more outside calendar. */
export const AddSubscription = observer(function AddSubscription({ subscriptions }: { subscriptions: Subscriptions }) {
  const { t, tell } = useTexts()
  const [kind, setKind] = useState<Kind>('link')
  const [choice, setChoice] = useState<Choice>(null)
  const { isWorking, failure, work } = useFormWork(whyNotAdded)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const hue = freeHue(subscriptions)
    // A second click must not add it twice.
    if (choice !== null && !isWorking) void work(() => subscriptions.add({ ...choice, hue }))
  }
  const choose = (value: Kind) => {
    setKind(value)
    setChoice(null)
  }
  return (
    <form className="cal-form" onSubmit={handleSubmit}>
      <h4>{t('calendar.outside.addTitle')}</h4>
      <Segmented
        label={t('calendar.outside.kind')}
        value={kind}
        choices={KINDS.map((value) => ({ value, label: t(`calendar.outside.kinds.${value}`) }))}
        onChoose={choose}
      />
      {kind === 'holidays' ? (
        <HolidayFields subscriptions={subscriptions} onChoose={(holidays) => setChoice(holidays && { holidays })} />
      ) : (
        <AddressField onChange={(link) => setChoice(link === '' ? null : { link, zone: ownZone() })} />
      )}
      {failure === null ? null : (
        <p className="hint bad" role="alert">
          {tell(failure)}
        </p>
      )}
      <button type="submit" className="button" disabled={choice === null} aria-busy={isWorking}>
        {t('calendar.outside.add')}
      </button>
    </form>
  )
})

function AddressField({ onChange }: { onChange(link: string): void }) {
  const { t } = useTexts()
  return (
    <Field
      label={t('calendar.outside.address')}
      hint={t('calendar.outside.addressHint')}
      placeholder="https://…/calendar.ics"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      maxLength={SUBSCRIPTION_LINK_MAX}
      dir="ltr"
      onChange={({ target }) => onChange(target.value.trim())}
    />
  )
}

/** A colour that no outside calendar has yet, if there is one. */
function freeHue({ list }: Subscriptions): number {
  const taken = new Set(list?.items.map(({ hue }) => hue))
  return CALENDAR_HUES.find((hue) => !taken.has(hue)) ?? CALENDAR_HUES[0]
}

function whyNotAdded(error: unknown): Message {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'badRequest') return { key: 'calendar.outside.badAddress' }
  return code === 'conflict' ? { key: 'calendar.outside.twice' } : messageOf(error)
}
