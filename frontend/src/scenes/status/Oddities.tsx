import type { HouseholdStatus } from '../../../../backend/contract/status.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Word } from './Word.tsx'

/**
 * Problems to look into: a proxy that the settings do not name, and objects of other tools that Nido cannot show.
 * Nothing if there are none.
 */
export function Oddities({
  household: { unnamedProxy, unreachableKeys, hiddenFolders, shadowed },
}: {
  household: HouseholdStatus
}) {
  const { settings } = useRoot()
  const { t } = useTexts()
  const hidden = hiddenFolders ?? 0
  if (!unnamedProxy && unreachableKeys === 0 && hidden === 0 && (shadowed?.length ?? 0) === 0) return null
  return (
    <section className="set-group words" aria-labelledby="status-odd">
      <h2 id="status-odd">{t('status.group.odd')}</h2>
      <ul className="set-rows">
        {unnamedProxy ? (
          <Word tone="warn" title={t('status.unnamedProxy')} lead={t('status.unnamedProxyLead')} />
        ) : null}
        {unreachableKeys === 0 ? null : (
          <Word
            tone="warn"
            title={t('status.unreachable', { count: unreachableKeys })}
            lead={t('status.unreachableLead')}
          />
        )}
        {hidden === 0 ? null : (
          <Word tone="warn" title={t('status.hiddenFolders', { count: hidden })} lead={t('status.hiddenFoldersLead')} />
        )}
        {shadowed === null || shadowed.length === 0 ? null : (
          <Word
            tone="warn"
            title={t('status.shadowed', { count: shadowed.length, folder: settings.SharedFolder })}
            lead={t('status.shadowedLead', { names: shadowed.join(', '), folder: settings.SharedFolder })}
          />
        )}
      </ul>
    </section>
  )
}
