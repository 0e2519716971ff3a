import { Clock, Star } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { Chip } from '../../components/Chip.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { nameOf } from '../../lib/paths.ts'
import type { FolderTreeStore } from '../../stores/FolderTreeStore.ts'
import { favouritesOf } from '../../stores/PlaceListStore.ts'
import { targetFolders } from '../../stores/target-folders.ts'
import { useRoot } from '../../stores/useRoot.ts'

const MOST = 8

/** Recently chosen folders and favourites, above the tree. */
export const NearFolders = observer(function NearFolders({ tree }: { tree: FolderTreeStore }) {
  const root = useRoot()
  const { t } = useTexts()
  const favourites = favouritesOf(root)
  const [recent] = useState(() => targetFolders(root))
  useEffect(() => void favourites.load(), [favourites])
  const starred = favourites.sorted.filter(({ isDir, item }) => isDir && item !== null).map(({ path }) => path)
  const shown = [...new Set([...recent, ...starred])].filter((path) => path !== '/').slice(0, MOST)
  if (shown.length === 0) return null
  return (
    <div className="chips" role="group" aria-label={t('dialog.folder.near')}>
      {shown.map((path) => (
        <Chip
          key={path}
          icon={recent.includes(path) ? Clock : Star}
          label={nameOf(path)}
          title={path}
          isPressed={tree.active === path}
          onPress={() => void tree.goTo(path)}
        />
      ))}
    </div>
  )
})
