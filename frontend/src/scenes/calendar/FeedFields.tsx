import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { FEED_SCOPES, type FeedScope } from '../../../../backend/contract/calendar-limits.ts'
import { messageOf } from '../../api/error-message.ts'
import { tellCopied } from '../../actions/tellCopied.ts'
import { Field } from '../../components/Field.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { copyText } from '../../lib/copy-text.ts'
import type { CalendarFeed } from '../../stores/calendar/CalendarFeed.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** The private address of a person's calendar: made, copied, and ended. */
export const FeedFields = observer(function FeedFields({ feed }: { feed: CalendarFeed }) {
  const { t, tell } = useTexts()
  const { state, address, error } = feed
  return (
    <section className="cal-form">
      <h3>{t('calendar.feed.title')}</h3>
      <p className="hint">{t('calendar.feed.lead')}</p>
      {error === null ? null : (
        <p className="notice bad" role="alert">
          {tell(messageOf(error))}
        </p>
      )}
      {address === null ? null : <Address address={address} />}
      {state === null ? null : state.feed === null ? <MakeFeed feed={feed} /> : <FeedState feed={feed} />}
    </section>
  )
})

/** It is told only now, and so stays until the dialog closes. */
function Address({ address }: { address: string }) {
  const root = useRoot()
  const { t } = useTexts()
  const copy = () => tellCopied(root, copyText(address), { key: 'calendar.feed.copied' })
  return (
    <div className="cal-form" role="status">
      <Field label={t('calendar.feed.address')} value={address} readOnly dir="ltr" hint={t('calendar.feed.once')} />
      <button type="button" className="button primary" onClick={() => void copy()}>
        {t('calendar.feed.copy')}
      </button>
    </div>
  )
}

const MakeFeed = observer(function MakeFeed({ feed }: { feed: CalendarFeed }) {
  const { t } = useTexts()
  const [scope, setScope] = useState<FeedScope>('own')
  const choose = (value: string) => setScope(FEED_SCOPES.find((one) => one === value) ?? 'own')
  return (
    <div className="cal-form">
      <SelectField label={t('calendar.feed.shows')} value={scope} onChange={({ target }) => choose(target.value)}>
        {FEED_SCOPES.map((one) => (
          <option key={one} value={one}>
            {t(`calendar.feed.scope.${one}`)}
          </option>
        ))}
      </SelectField>
      <button type="button" className="button" aria-busy={feed.isWorking} onClick={() => void feed.make(scope)}>
        {t('calendar.feed.make')}
      </button>
    </div>
  )
})

const FeedState = observer(function FeedState({ feed }: { feed: CalendarFeed }) {
  const { t } = useTexts()
  const format = useFormat()
  const known = feed.state?.feed ?? null
  if (known === null) return null
  const used =
    known.used === null ? t('calendar.feed.unused') : t('calendar.feed.used', { date: format.date(known.used) })
  return (
    <div className="line">
      <p className="small">
        {t('calendar.feed.made', { date: format.date(known.made) })} · {t(`calendar.feed.scope.${known.scope}`)} ·{' '}
        {used}
      </p>
      <button type="button" className="button danger push" aria-busy={feed.isWorking} onClick={() => void feed.end()}>
        {t('calendar.feed.end')}
      </button>
    </div>
  )
})
