import { RefreshCw, Trash2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useState } from 'react'
import { CALENDAR_NAME_MAX } from '../../../../backend/contract/calendar-limits.ts'
import type { SubscriptionRecord } from '../../../../backend/contract/calendar-subscriptions.ts'
import { CheckLine } from '../../components/CheckLine.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { isDue, type Subscriptions } from '../../stores/calendar/Subscriptions.ts'
import { HueChoice } from './HueChoice.tsx'
import { SubscriptionState } from './SubscriptionState.tsx'
import { useFormWork } from './useFormWork.ts'

interface SubscriptionFormProps {
  item: SubscriptionRecord
  subscriptions: Subscriptions
}

/** What the form of an outside calendar holds, and how it is kept. */
function useSubscriptionForm({ item, subscriptions }: SubscriptionFormProps) {
  const [name, setName] = useState(item.name)
  const [hue, setHue] = useState(item.hue)
  const { work, ...how } = useFormWork()
  return {
    ...how,
    name,
    setName,
    hue,
    setHue,
    shownName: item.name || item.title,
    isChanged: name.trim() !== item.name || hue !== item.hue,
    keep: (isOn: boolean) => work(() => subscriptions.change(item.id, { name: name.trim(), hue, isOn })),
    remove: () => work(() => subscriptions.remove(item.id)),
    fetch: () => work(() => subscriptions.fetch(item.id)),
  }
}
type Form = ReturnType<typeof useSubscriptionForm>
type PartProps = { item: SubscriptionRecord; form: Form }

/** One outside calendar: its name and colour, whether it is shown, and how fetching it goes. */
export const SubscriptionForm = observer(function SubscriptionForm(props: SubscriptionFormProps) {
  const { item } = props
  const { tell } = useTexts()
  const form = useSubscriptionForm(props)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (form.isChanged) void form.keep(item.isOn)
  }
  return (
    <form className="cal-own-form" onSubmit={handleSubmit}>
      <NameLine item={item} form={form} />
      <HueChoice hue={form.hue} group={item.id} onChoose={form.setHue} />
      <FetchLine item={item} form={form} />
      <SubscriptionState item={item} />
      {form.failure === null ? null : <p className="hint bad">{tell(form.failure)}</p>}
    </form>
  )
})

function NameLine({ item, form }: PartProps) {
  const { t } = useTexts()
  return (
    <div className="line">
      <label className="input">
        <input
          value={form.name}
          aria-label={t('calendar.calendarName')}
          placeholder={item.title}
          maxLength={CALENDAR_NAME_MAX}
          dir="auto"
          onChange={({ target }) => form.setName(target.value)}
        />
      </label>
      <button type="submit" className="button" disabled={!form.isChanged} aria-busy={form.isWorking}>
        {t('calendar.save')}
      </button>
      <IconButton
        icon={Trash2}
        label={t('calendar.outside.remove', { name: form.shownName })}
        onClick={() => void form.remove()}
      />
    </div>
  )
}

function FetchLine({ item, form }: PartProps) {
  const { t } = useTexts()
  return (
    <div className="line">
      <CheckLine label={t('calendar.outside.isOn')} isOn={item.isOn} onChange={(isOn) => void form.keep(isOn)} />
      {item.link === null || !item.isOn ? null : (
        <button
          type="button"
          className="button plain push"
          aria-label={t('calendar.outside.fetchNamed', { name: form.shownName })}
          aria-busy={form.isWorking || isDue(item)}
          onClick={() => void form.fetch()}
        >
          <RefreshCw className="icon" aria-hidden="true" />
          <span className="label">{t('calendar.outside.fetch')}</span>
        </button>
      )}
    </div>
  )
}
