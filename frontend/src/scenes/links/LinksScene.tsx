// Share management: all links of a person, for an administrator everybody's, and the ended ones.
import { observer } from 'mobx-react-lite'
import { useEffect, useLayoutEffect } from 'react'
import { Link } from 'react-router-dom'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { linkListsOf } from '../../stores/LinkListsStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Failure } from '../errors/Failure.tsx'
import { LinkTable } from './LinkTable.tsx'

export const LinksScene = observer(function LinksScene() {
  const links = linkListsOf(useRoot())
  const { t } = useTexts()
  useLayoutEffect(() => links.forget, [links])
  useEffect(() => {
    const refresh = () => void links.loadAll()
    refresh()
    window.addEventListener('focus', refresh)
    return () => window.removeEventListener('focus', refresh)
  }, [links])
  const { running, ended } = links
  const error = running.error ?? ended.error
  const count = running.value?.length ?? 0
  const isLoading = error === null && (running.value === null || ended.value === null)
  return (
    <div className="links-body" aria-busy={isLoading}>
      <p className="count" role="status">
        {isLoading ? t('links.loading') : running.value === null ? '' : t('links.count', { count })}
      </p>
      {error === null ? null : (
        <Failure kind={error.code === 'network' ? 'network' : 'internal'} onRetry={() => void links.loadAll()} />
      )}
      {running.value !== null && count > 0 ? <LinkTable links={running.value} label={t('links.running')} /> : null}
      {running.value !== null && count === 0 ? (
        <Empty art="nest" title={t('links.empty')} lead={t('links.emptyLead')}>
          <Link className="button" to="/files/">
            {t('links.toFiles')}
          </Link>
        </Empty>
      ) : null}
      {ended.value !== null && ended.value.length > 0 ? (
        <>
          <h2>{t('links.ended')}</h2>
          <LinkTable links={ended.value} label={t('links.ended')} hasEnded />
        </>
      ) : null}
    </div>
  )
})
