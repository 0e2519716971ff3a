// Copies: files with the same content. Comparing reads every byte of the candidates, so it starts when asked for.
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Empty } from '../../components/Empty.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { percentOf } from '../../lib/percent-of.ts'
import { CrumbTrail } from '../../rows/CrumbTrail.tsx'
import { duplicatesOf } from '../../stores/DuplicatesStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Failure } from '../errors/Failure.tsx'
import { useScreen } from '../frame/useScreen.ts'
import { CopiesGroup } from './CopiesGroup.tsx'
import { EXTRAS } from './urls.ts'
import { useExtraCrumbs } from './useExtraCrumbs.ts'

export const DuplicatesScreen = observer(function DuplicatesScreen() {
  const duplicates = duplicatesOf(useRoot())
  const { t } = useTexts()
  const crumbs = useExtraCrumbs(EXTRAS.duplicates, t('extras.duplicates.title'))
  useScreen({ title: t('extras.duplicates.title') })
  useEffect(() => {
    void duplicates.load()
    return duplicates.stop
  }, [duplicates])
  return (
    <main className="panel" id="main" aria-busy={duplicates.state === 'loading'}>
      <div className="panel-head">
        <div className="where">
          <CrumbTrail label={t('listing.path')} crumbs={crumbs} />
        </div>
      </div>
      <div className="panel-body duplicates">
        <DuplicatesBody />
      </div>
    </main>
  )
})

const DuplicatesBody = observer(function DuplicatesBody() {
  const duplicates = duplicatesOf(useRoot())
  const { t } = useTexts()
  const { state, candidates, copies, compared, isComparing, whole } = duplicates
  if (state === 'failed' && candidates.error !== null)
    return (
      <Failure
        kind={candidates.error.code === 'network' ? 'network' : 'internal'}
        code={String(candidates.error.status)}
        onRetry={() => void duplicates.load()}
      />
    )
  if (state === 'loading') return null
  const isOver = compared !== null && !isComparing
  if (whole.files === 0 || (isOver && copies.length === 0 && duplicates.unread === 0))
    return <Empty art="nest" title={t('extras.duplicates.none')} lead={t('extras.duplicates.noneLead')} />
  return (
    <>
      <CompareLine />
      {copies.map((group) => (
        <CopiesGroup key={`${group.size} ${group.checksum}`} copies={group} />
      ))}
    </>
  )
})

/** Says what comparing would read, how far it is, or what it has found. */
const CompareLine = observer(function CompareLine() {
  const root = useRoot()
  const duplicates = duplicatesOf(root)
  const { t } = useTexts()
  const format = useFormat()
  const { compared, isComparing, whole, freed, copies, unread } = duplicates
  const compare = () => void duplicates.compare().catch((error: unknown) => void root.toasts.error(error))
  const start = (
    <button type="button" className="button primary" onClick={compare}>
      {t(compared === null ? 'extras.duplicates.compare' : 'extras.duplicates.compareAgain')}
    </button>
  )
  if (compared === null)
    return (
      <div className="compare-line">
        <p>{t('extras.duplicates.candidates', { count: whole.files, size: format.size(whole.bytes) })}</p>
        {start}
      </div>
    )
  const percent = percentOf(compared.bytes, whole.bytes) ?? 100
  const found = t('extras.duplicates.found', { count: copies.length, size: format.size(freed) })
  return (
    <div className="compare-line">
      <p role="status">
        {isComparing ? t('extras.duplicates.comparing', { done: compared.files, count: whole.files }) : found}
        {unread > 0 && !isComparing ? ` ${t('extras.duplicates.unread', { count: unread })}` : ''}
      </p>
      {isComparing ? (
        <>
          <progress max={100} value={percent} aria-label={t('extras.duplicates.title')} />
          <button type="button" className="button" onClick={duplicates.stop}>
            {t('extras.duplicates.stop')}
          </button>
        </>
      ) : (
        start
      )}
    </div>
  )
})
