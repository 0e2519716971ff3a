import { observer } from 'mobx-react-lite'
import { importsOf } from '../../stores/ImportsStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** How many torrents of the person are under way; nothing if there is none. */
export const TorrentCount = observer(function TorrentCount() {
  const { underWay } = importsOf(useRoot())
  const count = underWay.filter(({ kind }) => kind === 'torrent').length
  return count === 0 ? null : <span className="badge-count">{count}</span>
})
