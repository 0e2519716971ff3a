import { observer } from 'mobx-react-lite'
import { Link } from 'react-router-dom'
import type { StatusSetting } from '../../../../backend/contract/status.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { type PartStatus, toneOf, wordKeyOf } from '../../lib/status-words.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { StatusRow } from './StatusRow.tsx'

/** Settings that an administrator changes in the page. The others belong to the process. */
const OF_THE_PAGE: readonly StatusSetting[] = ['retentionDays', 'signup']

/** One part that works or does not: what that means for people, and its cause. */
export const PartRow = observer(function PartRow({ told }: { told: PartStatus }) {
  const { settings } = useRoot()
  const { t } = useTexts()
  const { part, state, setting, ms, objects } = told
  const key = wordKeyOf(told)
  if (key === null) return null
  const values = { days: settings.RetentionDays, folder: settings.SharedFolder }
  const lead = [
    t(`status.part.${key}.lead`, values),
    ...(ms === undefined ? [] : [t('status.answers', { ms })]),
    ...(objects === undefined ? [] : [t('status.objects', { count: objects })]),
  ]
  const isOfPage = setting !== undefined && OF_THE_PAGE.includes(setting)
  return (
    <StatusRow
      tone={toneOf(state)}
      title={
        part === 'restore' && state === 'ok'
          ? t('status.comesBack', { count: settings.RetentionDays })
          : t(`status.part.${key}.title`, values)
      }
      lead={lead.filter((text) => text !== '').join(' ')}
    >
      {isOfPage ? (
        <Link className="button small" to="/settings/global">
          {t('status.change')}
        </Link>
      ) : null}
      {setting === undefined || isOfPage ? null : (
        <span className="small faint">
          {t('status.setting')} <code>{setting}</code>
        </span>
      )}
    </StatusRow>
  )
})
