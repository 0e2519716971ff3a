import { observer } from 'mobx-react-lite'
import type { ShownAuditEntry } from '../../../../backend/contract/audit.ts'
import { useDeviceWords } from '../../i18n/useDeviceWords.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useFieldWords } from './useFieldWords.ts'

/** Entries as rows, on a phone as cards. */
export const AuditTable = observer(function AuditTable({ entries }: { entries: readonly ShownAuditEntry[] }) {
  const { t } = useTexts()
  return (
    <table className="links audit" aria-label={t('audit.title')}>
      <thead>
        <tr>
          <th scope="col">{t('audit.what')}</th>
          <th scope="col">{t('audit.who')}</th>
          <th scope="col">{t('audit.when')}</th>
          <th scope="col">{t('audit.where')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  )
})

const AuditRow = observer(function AuditRow({ entry }: { entry: ShownAuditEntry }) {
  const { session } = useRoot()
  const { t } = useTexts()
  const format = useFormat(session.user?.dateFormat ?? false)
  const deviceWords = useDeviceWords()
  const { kind, outcome, reason, who, actor, address, device, client, time, count = 1 } = entry
  return (
    <tr>
      <th scope="row">
        <span className="summary">
          <span className="line">
            {t(`audit.kinds.${kind}`)}
            {count > 1 ? <span className="num muted">× {count}</span> : null}
            {outcome === 'refused' ? <span className="badge warn">{t('audit.refused')}</span> : null}
          </span>
          <Details entry={entry} />
          {reason === undefined ? null : <span className="small faint">{t(`error.${reason}`)}</span>}
        </span>
      </th>
      <td data-label={t('audit.who')}>
        <span dir="auto">{who?.name ?? t('audit.nobody')}</span>
        {actor === undefined ? null : <span className="small faint by">{t('audit.by', { name: actor.name })}</span>}
      </td>
      <td data-label={t('audit.when')} className="num">
        <time dateTime={time}>{format.date(time)}</time>
      </td>
      <td data-label={t('audit.where')} className="num small">
        {address === '' ? t('audit.itself') : address}
        {client === undefined ? null : (
          <span className="faint device" title={device}>
            {deviceWords(client)}
          </span>
        )}
      </td>
    </tr>
  )
})

/** The target of the action. */
const Details = observer(function Details({ entry }: { entry: ShownAuditEntry }) {
  const { t } = useTexts()
  const format = useFormat()
  const fieldWords = useFieldWords()
  const { path, link, fields = [], bytes } = entry
  const words = [
    ...(link === undefined ? [] : [t('audit.link', { hash: link })]),
    ...fields.map((field) => fieldWords(entry, field)),
    ...(bytes === undefined ? [] : [format.size(bytes)]),
  ]
  return (
    <>
      {path === undefined ? null : (
        <span className="small muted path" dir="auto">
          {path}
        </span>
      )}
      {words.length === 0 ? null : <span className="small muted">{format.list(words)}</span>}
    </>
  )
})
