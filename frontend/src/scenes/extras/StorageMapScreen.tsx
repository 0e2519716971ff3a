// The storage map of a folder: tiles as large as what they stand for, the same as a list, and the kinds of files.
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Empty } from '../../components/Empty.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { crumbsOf } from '../../lib/crumbs.ts'
import { segmentsOf } from '../../lib/paths.ts'
import { CrumbTrail } from '../../rows/CrumbTrail.tsx'
import { storageMapOf } from '../../stores/StorageMapStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Failure } from '../errors/Failure.tsx'
import { useScreen } from '../frame/useScreen.ts'
import { KindBar } from './KindBar.tsx'
import { PartList } from './PartList.tsx'
import { TileMap } from './TileMap.tsx'
import { EXTRAS, storageMapUrl } from './urls.ts'

export const StorageMapScreen = observer(function StorageMapScreen() {
  const root = useRoot()
  const map = storageMapOf(root)
  const { t } = useTexts()
  const [query] = useSearchParams()
  const folder = `/${segmentsOf(query.get('in') ?? '').join('/')}`
  useScreen({ title: t('extras.map.title') })
  useEffect(() => map.show(folder), [map, folder])
  const { hidden, shown } = crumbsOf(folder, t('extras.map.title'))
  const crumbs = [
    { url: EXTRAS.home, name: t('extras.title') },
    ...[...hidden.slice(0, 1), ...shown].map(({ path, name }) => ({ url: storageMapUrl(path), name })),
  ]
  return (
    <main className="panel" id="main" aria-busy={map.state === 'loading'}>
      <div className="panel-head">
        <div className="where">
          <CrumbTrail label={t('listing.path')} crumbs={crumbs} />
          <Sums />
        </div>
      </div>
      <div className="panel-body storage-map">
        <MapBody folder={folder} />
      </div>
    </main>
  )
})

const Sums = observer(function Sums() {
  const { value } = storageMapOf(useRoot()).content
  const { t } = useTexts()
  const format = useFormat()
  const words =
    value === null
      ? '\u00a0'
      : [
          format.size(value.size),
          t('extras.map.files', { count: value.files }),
          t('extras.map.folders', { count: value.folders }),
        ].join(' · ')
  return (
    <p className="count" role="status">
      {words}
    </p>
  )
})

const MapBody = observer(function MapBody({ folder }: { folder: string }) {
  const map = storageMapOf(useRoot())
  const { t } = useTexts()
  const { error, value } = map.content
  if (map.state === 'failed' && error !== null)
    return (
      <Failure
        kind={
          error.code === 'notFound' || error.code === 'forbidden' || error.code === 'network' ? error.code : 'internal'
        }
        code={String(error.status)}
        onRetry={() => void map.refresh()}
      />
    )
  if (value === null) return <div className="tile-map is-loading" aria-hidden="true" />
  if (value.size === 0) return <Empty art="nest" title={t('extras.empty')} lead={t('extras.emptyLead')} />
  return (
    <>
      <TileMap folder={folder} parts={map.parts} />
      <KindBar kinds={map.kinds} whole={value.size} />
      <PartList folder={folder} parts={map.parts} whole={value.size} />
    </>
  )
})
