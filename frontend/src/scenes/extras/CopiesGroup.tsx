import { Trash2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router-dom'
import type { Item } from '../../../../backend/contract/resources.ts'
import { deleteItems } from '../../actions/remove.ts'
import { FileName } from '../../components/FileName.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { trailOf } from '../../i18n/trail.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { itemUrl } from '../../lib/item-paths.ts'
import { GOES_BACK } from '../../lib/way-back.ts'
import { parentOf, segmentsOf } from '../../lib/paths.ts'
import { type Copies, duplicatesOf } from '../../stores/DuplicatesStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { ItemThumb } from '../files/ItemThumb.tsx'

/** Files with the same content, the oldest first. One of them always stays. */
export const CopiesGroup = observer(function CopiesGroup({ copies }: { copies: Copies }) {
  const root = useRoot()
  const { t } = useTexts()
  const format = useFormat()
  const { size, items } = copies
  const [oldest, ...others] = items
  if (oldest === undefined) return null
  // Those that an undo brings back are found by the next comparison.
  const remove = async (chosen: readonly Item[]) => duplicatesOf(root).drop(await deleteItems(root, chosen))
  const heading = t('extras.duplicates.group', { count: items.length, size: format.size(size) })
  return (
    <section className="copies" aria-label={`${oldest.name}: ${heading}`}>
      <div className="copies-head">
        <h2>{heading}</h2>
        {root.session.can('delete') ? (
          <button type="button" className="button" onClick={() => void remove(others)}>
            {t('extras.duplicates.keepOldest', { size: format.size(size * others.length) })}
          </button>
        ) : null}
      </div>
      <ul>
        {items.map((item) => (
          <CopyLine key={item.path} item={item} onRemove={() => void remove([item])} />
        ))}
      </ul>
    </section>
  )
})

const CopyLine = observer(function CopyLine({ item, onRemove }: { item: Item; onRemove(): void }) {
  const { session } = useRoot()
  const { t } = useTexts()
  const format = useFormat(session.user?.dateFormat ?? false)
  const place = trailOf([t('listing.home'), ...segmentsOf(parentOf(item.path))])
  return (
    <li className="copy-line">
      <ItemThumb item={item} />
      <Link className="names" to={itemUrl(item)} state={GOES_BACK}>
        <FileName name={item.name} isDir={false} />
        <span className="small faint cut">{place}</span>
      </Link>
      <span className="small faint">{format.date(item.modified)}</span>
      {session.can('delete') ? (
        <IconButton
          isSmall
          icon={Trash2}
          label={t('extras.duplicates.delete', { path: item.path })}
          onClick={onRemove}
        />
      ) : null}
    </li>
  )
})
