// What people did in one's own folders and in the shared one, newest first, by day.
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { Empty } from '../../../components/Empty.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { CrumbTrail } from '../../../rows/CrumbTrail.tsx'
import { activityOf } from '../../../stores/ActivityStore.ts'
import { useRoot } from '../../../stores/useRoot.ts'
import { Failure } from '../../errors/Failure.tsx'
import { useScreen } from '../../frame/useScreen.ts'
import { EXTRAS } from '../urls.ts'
import { useExtraCrumbs } from '../useExtraCrumbs.ts'
import { ActivityDays } from './ActivityDays.tsx'
import { ActivityFilters } from './ActivityFilters.tsx'
import { activityWishOf } from './wish.ts'

export const ActivityScreen = observer(function ActivityScreen() {
  const activity = activityOf(useRoot())
  const { t } = useTexts()
  const crumbs = useExtraCrumbs(EXTRAS.activity, t('extras.activity.title'))
  const [query, setQuery] = useSearchParams()
  const wish = useMemo(() => activityWishOf(query), [query])
  useScreen({ title: t('extras.activity.title') })
  useEffect(() => void activity.load(wish), [activity, wish])
  useEffect(() => activity.forget, [activity])
  const isFiltered = Object.keys(wish).length > 0
  return (
    <main className="panel" id="main" aria-busy={activity.list.isLoading}>
      <div className="panel-head">
        <div className="where">
          <CrumbTrail label={t('listing.path')} crumbs={crumbs} />
        </div>
      </div>
      <div className="panel-body activity">
        <p className="muted">
          {t('extras.activity.lead')} <Link to="/recent/changed">{t('extras.activity.others')}</Link>
        </p>
        <ActivityFilters wish={wish} onChange={(wanted) => setQuery({ ...wish, ...wanted }, { replace: true })} />
        <Entries onClear={isFiltered ? () => setQuery({}, { replace: true }) : null} />
      </div>
    </main>
  )
})

/** `onClear`: null without a filter. */
const Entries = observer(function Entries({ onClear }: { onClear: (() => void) | null }) {
  const activity = activityOf(useRoot())
  const { t } = useTexts()
  const { value, error, isLoading } = activity.list
  if (error !== null)
    return <Failure kind={error.code === 'network' ? 'network' : 'internal'} onRetry={() => void activity.refresh()} />
  if (value === null) return null
  if (value.items.length === 0 && onClear === null)
    return <Empty art="nest" title={t('extras.activity.empty')} lead={t('extras.activity.emptyLead')} />
  if (value.items.length === 0)
    return (
      <Empty art="nest" title={t('extras.activity.nothing')} lead={t('extras.activity.nothingLead')}>
        <button type="button" className="button" onClick={onClear ?? undefined}>
          {t('extras.activity.clear')}
        </button>
      </Empty>
    )
  return (
    <>
      <ActivityDays entries={value.items} />
      {value.cursor === null ? null : (
        <div className="line more">
          <button type="button" className="button" aria-busy={isLoading} onClick={() => void activity.more()}>
            {t('extras.activity.more')}
          </button>
        </div>
      )}
    </>
  )
})
