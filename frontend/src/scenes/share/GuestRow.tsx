import { Download } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { Item } from '../../../../backend/contract/resources.ts'
import { FileName } from '../../components/FileName.tsx'
import { Thumb } from '../../components/Thumb.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOf } from '../../lib/kinds.ts'
import { useIsSelected } from '../../rows/useIsSelected.ts'
import { GuestLink } from './address.tsx'
import { useGuest } from './useGuest.ts'

/** One thing in a shared folder: opened by its name, or ticked while things are selected. */
export const GuestRow = observer(function GuestRow({ item }: { item: Item }) {
  const { guest } = useGuest()
  const format = useFormat()
  const { name, isDir } = item
  const isSelected = useIsSelected(guest.selection, name)
  const facts = [...(isDir && item.size === 0 ? [] : [format.size(item.size)]), format.date(item.modified)].filter(
    (part) => part !== '',
  )
  const body = <RowBody item={item} facts={facts} />
  return (
    <li className={isSelected ? 'is-selected' : ''}>
      {guest.selection.isActive ? (
        <label className="hit">
          <input type="checkbox" className="check" checked={isSelected} onChange={() => guest.selection.toggle(name)} />
          {body}
        </label>
      ) : (
        <>
          <GuestLink className="hit" to={guest.addressOf(item)} data-name={name}>
            {body}
          </GuestLink>
          {isDir ? null : <DownloadButton item={item} />}
        </>
      )}
    </li>
  )
})

const RowBody = observer(function RowBody({ item, facts }: { item: Item; facts: readonly string[] }) {
  const { guest } = useGuest()
  const { t } = useTexts()
  const { name, isDir } = item
  return (
    <>
      <Thumb kind={kindOf(item)} src={guest.pictures.thumbOf(item)} />
      <span className="summary">
        <span className="sr">{[name, t(`kind.${kindOf(item)}`)].join(', ')}</span>
        <FileName name={name} isDir={isDir} isSilent />
        <span className="meta num">{facts.join(' · ')}</span>
      </span>
    </>
  )
})

const DownloadButton = observer(function DownloadButton({ item }: { item: Item }) {
  const { guest } = useGuest()
  const { t } = useTexts()
  const { name } = item
  return (
    <a
      className="icon-button"
      href={guest.fileUrl(item)}
      download={name}
      aria-label={t('guest.downloadOf', { name })}
      title={t('guest.downloadOf', { name })}
    >
      <Download className="icon" aria-hidden="true" />
    </a>
  )
})
