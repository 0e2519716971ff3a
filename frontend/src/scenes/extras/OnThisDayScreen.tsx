// Photos of this day in earlier years, by their cameras' own dates.
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { DayPhoto } from '../../../../backend/contract/photo-days.ts'
import { Empty } from '../../components/Empty.tsx'
import { formatTag } from '../../i18n/languages.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { itemUrl } from '../../lib/item-paths.ts'
import { GOES_BACK } from '../../lib/way-back.ts'
import { CrumbTrail } from '../../rows/CrumbTrail.tsx'
import { photoDaysOf, type YearOfPhotos } from '../../stores/PhotoDaysStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Failure } from '../errors/Failure.tsx'
import { useScreen } from '../frame/useScreen.ts'
import { EXTRAS } from './urls.ts'
import { useExtraCrumbs } from './useExtraCrumbs.ts'

/** The height of a row of photos, in CSS pixels. */
const ROW_PX = 200

export const OnThisDayScreen = observer(function OnThisDayScreen() {
  const photoDays = photoDaysOf(useRoot())
  const { t } = useTexts()
  const crumbs = useExtraCrumbs(EXTRAS.day, t('extras.day.title'))
  useScreen({ title: t('extras.day.title') })
  useEffect(() => {
    void photoDays.show()
    return photoDays.forget
  }, [photoDays])
  return (
    <main className="panel" id="main" aria-busy={photoDays.found.state === 'loading'}>
      <div className="panel-head">
        <div className="where">
          <CrumbTrail label={t('listing.path')} crumbs={crumbs} />
          <HowFar />
        </div>
      </div>
      <div className="panel-body on-this-day">
        <Years />
      </div>
    </main>
  )
})

/** How many photos have been looked at, and whether that goes on. */
const HowFar = observer(function HowFar() {
  const { value } = photoDaysOf(useRoot()).found
  const { t } = useTexts()
  if (value === null) return <p className="count">&nbsp;</p>
  const { looked, total, reading, worker } = value
  const isWhole = looked === total && !reading
  const far = isWhole ? t('extras.day.all', { count: total }) : t('extras.day.looked', { done: looked, count: total })
  const words = [...(total > 0 || reading ? [far] : []), ...(worker ? [] : [t('extras.day.noWorker')])]
  return (
    <p className="count" role="status">
      {words.join(' · ') || '\u00a0'}
    </p>
  )
})

const Years = observer(function Years() {
  const photoDays = photoDaysOf(useRoot())
  const { t } = useTexts()
  const { state, value, error } = photoDays.found
  if (state === 'failed' && error !== null)
    return <Failure kind={error.code === 'network' ? 'network' : 'internal'} onRetry={() => void photoDays.refresh()} />
  if (value === null) return null
  if (value.items.length > 0) return photoDays.years.map((year) => <Year key={year.year} {...year} />)
  if (value.reading) return <Empty art="nest" title={t('extras.day.reading')} lead={t('extras.day.readingLead')} />
  if (!value.worker && value.total === 0)
    return <Empty art="nest" title={t('extras.day.off')} lead={t('extras.day.offLead')} />
  return <Empty art="nest" title={t('extras.day.none')} lead={t('extras.day.noneLead')} />
})

const Year = observer(function Year({ ago, photos }: YearOfPhotos) {
  const title = useYearWords(ago, photos[0]?.taken ?? '')
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="justified">
        {photos.map(({ item }) => (
          <Photo key={item.path} item={item} />
        ))}
      </ul>
    </section>
  )
})

/** It opens in the ordinary viewer, above its folder. */
const Photo = observer(function Photo({ item }: Pick<DayPhoto, 'item'>) {
  const { thumbs } = useRoot()
  const picture = thumbs.tileOf(item, ROW_PX * 1.5)
  return (
    <li>
      <Link to={itemUrl(item)} state={GOES_BACK} aria-label={item.name} title={item.name}>
        {picture === null ? (
          <span className="no-picture cut" dir="auto">
            {item.name}
          </span>
        ) : (
          <img {...picture} alt="" loading="lazy" decoding="async" onError={() => thumbs.noteBroken(picture.src)} />
        )}
      </Link>
    </li>
  )
})

/** `2 years ago · Tuesday, 26 November 2024` */
function useYearWords(ago: number, taken: string): string {
  const { t, language } = useTranslation()
  return useMemo(() => {
    const locale = formatTag(language, navigator.languages)
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(taken))
    return t('extras.day.year', { count: ago, day })
  }, [ago, taken, t, language])
}
