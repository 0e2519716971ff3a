import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { SUBSCRIPTIONS_MAX } from '../../../../backend/contract/calendar-limits.ts'
import { messageOf } from '../../api/error-message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { Subscriptions } from '../../stores/calendar/Subscriptions.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { AddSubscription } from './AddSubscription.tsx'
import { SubscriptionForm } from './SubscriptionForm.tsx'

/** The calendars of others that are fetched, and holidays. */
export const SubscriptionFields = observer(function SubscriptionFields() {
  const root = useRoot()
  const { t, tell } = useTexts()
  const [subscriptions] = useState(() => new Subscriptions(root))
  useEffect(() => subscriptions.show(), [subscriptions])
  const { error, list } = subscriptions
  const isFetching = list?.items.some(({ link }) => link !== null)
  return (
    <section className="cal-form cal-outside">
      <h3>{t('calendar.outside.title')}</h3>
      <p className="hint">{t('calendar.outside.lead')}</p>
      {error === null ? null : (
        <p className="notice bad" role="alert">
          {tell(messageOf(error))}
        </p>
      )}
      {list !== null && !list.worker && isFetching ? (
        <p className="notice" role="status">
          {t('calendar.outside.noWorker')}
        </p>
      ) : null}
      <ul className="cal-own">
        {list?.items.map((item) => (
          <li key={item.id}>
            <SubscriptionForm item={item} subscriptions={subscriptions} />
          </li>
        ))}
      </ul>
      {list === null || list.items.length >= SUBSCRIPTIONS_MAX ? null : (
        <AddSubscription key={list.items.length} subscriptions={subscriptions} />
      )}
    </section>
  )
})
