// Information about the selection, the open file, or the folder: docked at the right, a sheet on a phone.
import { X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router-dom'
import type { Item } from '../../../../backend/contract/resources.ts'
import { perform } from '../../actions/action.ts'
import { info } from '../../actions/info.ts'
import { share } from '../../actions/share.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { trailOf } from '../../i18n/trail.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOf } from '../../lib/kinds.ts'
import { filesUrl, nameOf, parentOf, segmentsOf } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Checksums } from './Checksums.tsx'
import { Cover } from './Cover.tsx'
import { Links } from './Links.tsx'
import { PhotoFacts } from './PhotoFacts.tsx'
import { Versions } from './Versions.tsx'
import { infoOf } from '../../stores/InfoStore.ts'

export const InfoPanel = observer(function InfoPanel() {
  const root = useRoot()
  const { t } = useTexts()
  const { items } = infoOf(root)
  const [only] = items
  const { folder } = root.listing
  const title =
    items.length > 1
      ? t('preview.info.selected', { count: items.length })
      : (only?.name ?? (nameOf(folder) || t('preview.info.home')))
  return (
    <aside className="info" aria-label={t('preview.info.title')}>
      <header>
        <h2 className="cut" dir="auto">
          {title}
        </h2>
        <span className="push" />
        <IconButton icon={X} label={t('preview.info.close')} onClick={() => void perform(root, info)} />
      </header>
      <div className="body" aria-live="polite">
        {items.length > 1 ? <SeveralFacts items={items} /> : null}
        {items.length === 0 ? <FolderFacts /> : null}
        {items.length === 1 && only ? <ItemFacts item={only} /> : null}
      </div>
    </aside>
  )
})

const ItemFacts = observer(function ItemFacts({ item }: { item: Item }) {
  const root = useRoot()
  const canRead = !item.isDir && root.session.can('download')
  const isPicture = canRead && kindOf(item) === 'image'
  return (
    <>
      {isPicture && root.listing.file === null ? <Cover key={item.path} item={item} /> : null}
      <section>
        <Facts item={item} />
      </section>
      {isPicture ? <PhotoFacts item={item} /> : null}
      {share.isAllowed(root) && !root.isMount(item.path) ? <Links item={item} /> : null}
      {canRead ? <Checksums item={item} /> : null}
      {item.isDir || !root.keepsVersions ? null : <Versions key={item.path} item={item} />}
    </>
  )
})

/** What the listing knows about it. */
function Facts({ item }: { item: Item }) {
  const { t } = useTexts()
  const { size, date } = useFormat(true)
  return (
    <dl className="facts">
      <dt>{t('preview.info.kind')}</dt>
      <dd>
        {t(`kind.${kindOf(item)}`)}
        {item.extension === '' || item.isDir ? '' : ` (${item.extension.slice(1).toUpperCase()})`}
      </dd>
      {item.isDir && item.size === 0 ? null : (
        <>
          <dt>{t('preview.info.size')}</dt>
          <dd>{size(item.size)}</dd>
        </>
      )}
      {item.resolution ? (
        <>
          <dt>{t('preview.info.resolution')}</dt>
          <dd className="num">
            {item.resolution.width} × {item.resolution.height}
          </dd>
        </>
      ) : null}
      {item.moreSubtitles ? (
        <>
          <dt>{t('preview.subtitles')}</dt>
          <dd>{t('preview.moreSubtitles', { listed: item.subtitles?.length ?? 0 })}</dd>
        </>
      ) : null}
      <dt>{t('preview.info.modified')}</dt>
      <dd>{date(item.modified) || t('preview.info.unknown')}</dd>
      <dt>{t('preview.info.where')}</dt>
      <dd>
        <Where folder={parentOf(item.path)} />
      </dd>
    </dl>
  )
}

const FolderFacts = observer(function FolderFacts() {
  const { listing } = useRoot()
  const { t } = useTexts()
  const { size } = useFormat()
  return (
    <section>
      <dl className="facts">
        <dt>{t('preview.info.items')}</dt>
        <dd>
          {t('preview.info.folders', { count: listing.numDirs })},{' '}
          {t('preview.info.files', { count: listing.numFiles })}
        </dd>
        <dt>{t('preview.info.size')}</dt>
        <dd>{size(listing.size)}</dd>
        {listing.folder === '/' ? null : (
          <>
            <dt>{t('preview.info.where')}</dt>
            <dd>
              <Where folder={parentOf(listing.folder)} />
            </dd>
          </>
        )}
      </dl>
    </section>
  )
})

function SeveralFacts({ items }: { items: readonly Item[] }) {
  const { t } = useTexts()
  const { size } = useFormat()
  const folders = items.filter(({ isDir }) => isDir).length
  return (
    <section>
      <dl className="facts">
        <dt>{t('preview.info.items')}</dt>
        <dd>
          {t('preview.info.folders', { count: folders })}, {t('preview.info.files', { count: items.length - folders })}
        </dd>
        <dt>{t('preview.info.size')}</dt>
        <dd>{size(items.reduce((sum, item) => sum + item.size, 0))}</dd>
      </dl>
    </section>
  )
}

function Where({ folder }: { folder: string }) {
  const { t } = useTexts()
  return (
    <Link className="link" to={filesUrl(folder, true)}>
      {trailOf([t('preview.info.home'), ...segmentsOf(folder)])}
    </Link>
  )
}
