import { Download, RotateCw } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import type { FileVersion } from '../../../../backend/contract/trash.ts'
import { VERSIONS_MAX } from '../../../../backend/contract/limits.ts'
import { messageOf } from '../../api/error-message.ts'
import { restoreVersion } from '../../actions/restoreVersion.ts'
import { Thumb } from '../../components/Thumb.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOf } from '../../lib/kinds.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { versionsOf } from '../../stores/VersionStore.ts'

/** Whoever walks through a folder does not ask for the versions of every file on the way. */
const PATIENCE_MS = 250

/** What the file was before: each version can be fetched, and put on top again. */
export const Versions = observer(function Versions({ item }: { item: Item }) {
  const root = useRoot()
  const { settings } = root
  const store = versionsOf(root)
  const { t, tell } = useTexts()
  const { path, modified, size } = item
  // A file that changed has another version on top.
  useEffect(() => {
    const timer = setTimeout(() => void store.load(path), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [store, path, modified, size])
  useEffect(() => store.list.forget, [store])
  const isHere = store.list.of === path
  const versions = isHere ? store.list.value : null
  const error = isHere ? store.list.error : null
  return (
    <section aria-busy={versions === null && error === null}>
      <h3>
        {t('versions.title')}
        {versions !== null && versions.length > 1 ? <span className="badge num">{versions.length}</span> : null}
      </h3>
      {error === null ? null : (
        <>
          <p className="small bad">{tell(messageOf(error))}</p>
          <button type="button" className="button link small" onClick={() => void store.load(path)}>
            <RotateCw className="icon" aria-hidden="true" />
            <span className="label">{t('action.retry')}</span>
          </button>
        </>
      )}
      {versions !== null && versions.length > 1 ? (
        <p className="small faint">{t('versions.most', { max: VERSIONS_MAX })}</p>
      ) : null}
      {versions?.length === 1 ? (
        <p className="small faint">{t('versions.none', { count: settings.RetentionDays })}</p>
      ) : null}
      {versions !== null && versions.length > 1 ? (
        <ul className="versions">
          {versions.map((version) => (
            <Version key={version.id} item={item} version={version} />
          ))}
        </ul>
      ) : null}
    </section>
  )
})

const Version = observer(function Version({ item, version }: { item: Item; version: FileVersion }) {
  const root = useRoot()
  const { t } = useTexts()
  const format = useFormat(root.session.user?.dateFormat ?? false)
  const { id, isLatest, size, written } = version
  const when = format.date(written)
  const canDownload = !isLatest && root.session.can('download')
  const canRestore = !isLatest && root.session.can('modify')
  return (
    <li className="version">
      <Thumb kind={kindOf(item)} />
      <span className="what">
        {isLatest ? t('versions.now') : when}
        <br />
        <span className="faint num">{[format.size(size), ...(isLatest ? [when] : [])].join(' · ')}</span>
      </span>
      <span className="line push">
        {canDownload ? (
          <a
            className="icon-button small"
            href={root.api.versions.rawUrl(item.path, id)}
            download={item.name}
            aria-label={t('versions.downloadOf', { when })}
            title={t('versions.downloadOf', { when })}
          >
            <Download className="icon" aria-hidden="true" />
          </a>
        ) : null}
        {canRestore ? (
          <button
            type="button"
            className="button small"
            aria-label={t('versions.restoreOf', { when })}
            aria-busy={versionsOf(root).restoring === id}
            disabled={versionsOf(root).restoring !== null}
            onClick={() => void restoreVersion(root, item, { version, when })}
          >
            <span className="label">{t('versions.restore')}</span>
          </button>
        ) : null}
      </span>
    </li>
  )
})
