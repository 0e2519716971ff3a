// The audit: who did what, when and from where. For administrators.
import { FileDown, RotateCw } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AUDIT_KEPT_DAYS } from '../../../../backend/contract/audit-kinds.ts'
import type { AuditWish } from '../../api/audit.ts'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Failure } from '../errors/Failure.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditTable } from './AuditTable.tsx'
import { type AuditFilter, auditFilterOf, queryOf, wishOf } from './filter.ts'
import { auditOf } from '../../stores/AuditStore.ts'

export const AuditScene = observer(function AuditScene() {
  const audit = auditOf(useRoot())
  const { t } = useTexts()
  const { filter, wish, change, clear } = useFilter()
  useEffect(() => void audit.load(wish), [audit, wish])
  useEffect(() => audit.forget, [audit])
  const { value: part, error, isLoading } = audit.part
  const entries = part?.entries ?? null
  const hasMore = (part?.cursor ?? null) !== null
  const isFiltered = Object.keys(wish).length > 0
  return (
    <div className="column full" aria-busy={isLoading}>
      <p className="muted">{t('audit.lead', { count: AUDIT_KEPT_DAYS })}</p>
      <AuditFilters filter={filter} onChange={change} onClear={clear} />
      <AuditTools wish={wish} />
      {error === null ? null : (
        <Failure
          kind={error.code === 'network' ? 'network' : 'internal'}
          onRetry={() => void (entries === null ? audit.load(wish) : audit.more())}
        />
      )}
      {entries === null || entries.length === 0 ? null : <AuditTable entries={entries} />}
      {entries?.length === 0 && !isLoading ? <NoEntries onClear={isFiltered ? clear : null} /> : null}
      {hasMore && error === null ? (
        <div className="line more">
          <button
            type="button"
            className="button"
            aria-busy={isLoading}
            onClick={() => void (isLoading || audit.more())}
          >
            {t('audit.more')}
          </button>
        </div>
      ) : null}
    </div>
  )
})

/** The filter in the page's address, and the resulting query. */
function useFilter() {
  const [query, setQuery] = useSearchParams()
  const filter = useMemo(() => auditFilterOf(query), [query])
  const wish = useMemo(() => wishOf(filter), [filter])
  return {
    filter,
    wish,
    // The address is ahead of what is rendered while two filters are chosen quickly.
    change: (wanted: Partial<AuditFilter>) => {
      const newest = auditFilterOf(new URLSearchParams(window.location.search))
      setQuery(queryOf({ ...newest, ...wanted }), { replace: true })
    },
    clear: () => setQuery({}, { replace: true }),
  }
}

/** The number of entries, and buttons to refresh and export them. */
const AuditTools = observer(function AuditTools({ wish }: { wish: AuditWish }) {
  const audit = auditOf(useRoot())
  const { t } = useTexts()
  const { value: part, isLoading } = audit.part
  return (
    <div className="line audit-tools">
      <p className="count" role="status">
        {part === null ? (isLoading ? t('audit.loading') : '') : t('audit.count', { count: part.entries.length })}
      </p>
      <span className="line push">
        <button type="button" className="button small" onClick={() => void audit.load(wish)}>
          <RotateCw className="icon" aria-hidden="true" />
          {t('audit.refresh')}
        </button>
        {(['csv', 'jsonl'] as const).map((format) => (
          <a key={format} className="button small" href={audit.exportUrl(wish, format)} download>
            <FileDown className="icon" aria-hidden="true" />
            {t(`audit.export.${format}`)}
          </a>
        ))}
      </span>
    </div>
  )
})

/** `onClear`: null without a filter. */
function NoEntries({ onClear }: { onClear: (() => void) | null }) {
  const { t } = useTexts()
  const isFiltered = onClear !== null
  return (
    <Empty
      art="nest"
      title={t(isFiltered ? 'audit.nothing' : 'audit.empty')}
      lead={t(isFiltered ? 'audit.nothingLead' : 'audit.emptyLead')}
    >
      {isFiltered ? (
        <button type="button" className="button" onClick={onClear}>
          {t('audit.clear')}
        </button>
      ) : null}
    </Empty>
  )
}
