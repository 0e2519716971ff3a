import type { CalendarImport } from '../../../../backend/contract/calendar.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useMomentWords } from './useMomentWords.ts'

/** What a file has, and what of it cannot come in. */
export function FoundEvents({ found }: { found: CalendarImport }) {
  const { t } = useTexts()
  const { momentOf } = useMomentWords()
  const { fresh, changed, same, examples, refused } = found
  const counts = [
    ...(fresh > 0 ? [t('calendar.import.fresh', { count: fresh })] : []),
    ...(changed > 0 ? [t('calendar.import.changed', { count: changed })] : []),
    ...(same > 0 ? [t('calendar.import.same', { count: same })] : []),
  ]
  return (
    <div className="cal-form">
      <p className="strong">{counts.length === 0 ? t('calendar.import.nothing') : counts.join(' · ')}</p>
      <ul className="cal-files">
        {examples.map(({ title, start }) => (
          <li key={`${start} ${title}`} className="small faint cut" dir="auto">
            {momentOf(start)} · {title}
          </li>
        ))}
      </ul>
      {refused.length === 0 ? null : <Refused refused={refused} />}
    </div>
  )
}

function Refused({ refused }: Pick<CalendarImport, 'refused'>) {
  const { t } = useTexts()
  return (
    <>
      <p className="strong">{t('calendar.import.refused')}</p>
      <ul className="cal-files">
        {refused.map(({ why, count, titles, details }) => (
          <li key={why} className="small">
            {t(`calendar.import.why.${why}`, { count })}{' '}
            <span className="faint" dir="auto">
              {(details.length > 0 ? details : titles).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
