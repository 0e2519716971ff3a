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

/** Stepping through a folder must not request the versions of every file on the way. */
const PATIENCE_MS = 250

/** Earlier versions of the file. Each can be downloaded, and restored to the top. */
export const Versions = observer(function Versions({ item }: { item: Item }) {
  const root = useRoot()
  const { settings } = root
  const store = versionsOf(root)
  const { t, tell } = useTexts()
  useVersions(item)
  const isHere = store.list.of === item.path
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
          <button type="button" className="button link small" onClick={() => void store.load(item.path)}>
            <RotateCw className="icon" aria-hidden="true" />
            <span className="label">{t('action.retry')}</span>
          </button>
        </>
      )}
      {versions?.length === 1 ? (
        <p className="small faint">{t('versions.none', { count: settings.RetentionDays })}</p>
      ) : null}
      {versions !== null && versions.length > 1 ? (
        <>
          <p className="small faint">{t('versions.most', { max: VERSIONS_MAX })}</p>
          <ul className="versions">
            {versions.map((version) => (
              <Version key={version.id} item={item} version={version} />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
})

/** Loads the versions of the item. */
function useVersions({ path, modified, size }: Item): void {
  const store = versionsOf(useRoot())
  useEffect(() => {
    const timer = setTimeout(() => void store.load(path), PATIENCE_MS)
    return () => clearTimeout(timer)
    // A changed file has a new version at the top.
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [store, path, modified, size])
  useEffect(() => store.list.forget, [store])
}

interface VersionProps {
  item: Item
  version: FileVersion
}

const Version = observer(function Version({ item, version }: VersionProps) {
  const { session } = useRoot()
  const { t } = useTexts()
  const format = useFormat(session.user?.dateFormat ?? false)
  const { isLatest, size } = version
  const when = format.date(version.written)
  return (
    <li className="version">
      <Thumb kind={kindOf(item)} />
      <span className="summary">
        {isLatest ? t('versions.now') : when}
        <br />
        <span className="faint num">{[format.size(size), ...(isLatest ? [when] : [])].join(' · ')}</span>
      </span>
      <span className="line push">{isLatest ? null : <VersionTools item={item} version={version} when={when} />}</span>
    </li>
  )
})

/** Downloads an older version, or restores it to the top. */
const VersionTools = observer(function VersionTools({ item, version, when }: VersionProps & { when: string }) {
  const root = useRoot()
  const { session } = root
  const { t } = useTexts()
  const versions = versionsOf(root)
  const { restoring } = versions
  return (
    <>
      {session.can('download') ? (
        <a
          className="icon-button small"
          href={versions.rawUrl(item.path, version.id)}
          download={item.name}
          aria-label={t('versions.downloadOf', { when })}
          title={t('versions.downloadOf', { when })}
        >
          <Download className="icon" aria-hidden="true" />
        </a>
      ) : null}
      {session.can('modify') ? (
        <button
          type="button"
          className="button small"
          aria-label={t('versions.restoreOf', { when })}
          aria-busy={restoring === version.id}
          disabled={restoring !== null}
          onClick={() => void restoreVersion(root, item, { version, when })}
        >
          <span className="label">{t('versions.restore')}</span>
        </button>
      ) : null}
    </>
  )
})
