import type { HouseholdStatus } from '../../../../backend/contract/status.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { StatusRow } from './StatusRow.tsx'

/**
 * Problems to look into: a proxy that the settings do not name, and objects of other tools that Nido cannot show.
 * Nothing if there are none.
 */
export function Problems({ household }: { household: HouseholdStatus }) {
  const { t } = useTexts()
  const { unnamedProxy, unreachableKeys, hiddenFolders, shadowed } = household
  const hidden = hiddenFolders ?? 0
  if (!unnamedProxy && unreachableKeys === 0 && hidden === 0 && (shadowed?.length ?? 0) === 0) return null
  return (
    <section className="set-group words" aria-labelledby="status-odd">
      <h2 id="status-odd">{t('status.group.odd')}</h2>
      <ul className="set-rows">
        {unnamedProxy ? (
          <StatusRow tone="warn" title={t('status.unnamedProxy')} lead={t('status.unnamedProxyLead')} />
        ) : null}
        {unreachableKeys === 0 ? null : (
          <StatusRow
            tone="warn"
            title={t('status.unreachable', { count: unreachableKeys })}
            lead={t('status.unreachableLead')}
          />
        )}
        {hidden === 0 ? null : (
          <StatusRow
            tone="warn"
            title={t('status.hiddenFolders', { count: hidden })}
            lead={t('status.hiddenFoldersLead')}
          />
        )}
        <Shadowed names={shadowed ?? []} />
      </ul>
    </section>
  )
}

/** Items that the shared folder hides, because they have its name. */
function Shadowed({ names }: { names: readonly string[] }) {
  const { settings } = useRoot()
  const { t } = useTexts()
  const format = useFormat()
  if (names.length === 0) return null
  const folder = settings.SharedFolder
  return (
    <StatusRow
      tone="warn"
      title={t('status.shadowed', { count: names.length, folder })}
      lead={t('status.shadowedLead', { names: format.list(names), folder })}
    />
  )
}
