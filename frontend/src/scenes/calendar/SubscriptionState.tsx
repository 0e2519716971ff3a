import type { SubscriptionRecord } from '../../../../backend/contract/calendar-subscriptions.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'

/** How fetching an outside calendar goes: when it was fetched, what is left out, and what went wrong. */
export function SubscriptionState({ item }: { item: SubscriptionRecord }) {
  const { t } = useTexts()
  const format = useFormat()
  const { error, events, fetched, left, link, refused, state } = item
  if (link === null) return <p className="small faint">{t('calendar.outside.computed')}</p>
  const facts = [
    state === 'fetching' ? t('calendar.outside.fetching') : null,
    fetched === null
      ? state === 'fetching'
        ? null
        : t('calendar.outside.notFetched')
      : t('calendar.outside.fetched', { date: format.date(fetched) }),
    fetched === null ? null : t('calendar.outside.events', { count: events }),
    refused === 0 ? null : t('calendar.outside.refused', { count: refused }),
    left === 0 ? null : t('calendar.outside.left', { count: left }),
  ]
  return (
    <>
      <p className="small faint cut" dir="ltr" title={link}>
        {link}
      </p>
      <p className="small faint" role="status">
        {facts.filter((fact) => fact !== null).join(' · ')}
      </p>
      {error === null ? null : (
        <p className="hint bad">
          {t(`calendar.outside.errors.${error.code}`)}
          {error.detail === '' ? null : <span dir="ltr"> ({error.detail})</span>}
          {fetched === null ? null : ` ${t('calendar.outside.stays')}`}
        </p>
      )}
    </>
  )
}
