import { Download, ListChecks } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { FolderResource, Item } from '../../../../backend/contract/resources.ts'
import { Empty } from '../../components/Empty.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { QrCode } from '../../components/QrCode.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { guestUrl, segmentsOf } from '../../lib/paths.ts'
import { GuestLink } from './address.tsx'
import { useGuest } from './useGuest.ts'
import { GuestBar } from './GuestBar.tsx'
import { GuestPhoto } from './GuestPhoto.tsx'
import { GuestRow } from './GuestRow.tsx'

const QR_PX = 100
/** The number of items shown at first, and added on request (spec: 100). */
const PORTION = 100

/** The content of a shared folder. If at least half of the files are pictures, they are shown as a gallery. */
export const GuestFolder = observer(function GuestFolder({ folder }: { folder: FolderResource }) {
  const { guest } = useGuest()
  const { t } = useTexts()
  const [most, setMost] = useState(PORTION)
  const shown = folder.items.slice(0, most)
  const pictured = shown.filter((item) => isPhoto(item, guest.pictures.thumbOf(item)))
  const isGallery = pictured.length > 0 && 2 * pictured.length >= shown.filter(({ isDir }) => !isDir).length
  const rows = isGallery ? shown.filter((item) => !pictured.includes(item)) : shown
  return (
    <>
      <Trail path={folder.path} />
      <Lead folder={folder} />
      {folder.items.length === 0 ? <Empty art="nest" title={t('guest.empty')} lead={t('guest.emptyLead')} /> : null}
      {rows.length === 0 ? null : (
        <ul className="guest-rows">
          {rows.map((item) => (
            <GuestRow key={item.name} item={item} />
          ))}
        </ul>
      )}
      {isGallery ? (
        <ul className="gallery">
          {pictured.map((item) => (
            <GuestPhoto key={item.name} item={item} />
          ))}
        </ul>
      ) : null}
      {folder.items.length > most ? (
        <button type="button" className="button more" onClick={() => setMost(most + PORTION)}>
          {t('guest.more', { count: Math.min(PORTION, folder.items.length - most) })}
        </button>
      ) : null}
      {guest.selection.isActive ? <GuestBar /> : null}
    </>
  )
})

/** What it is, and ways to download it. */
const Lead = observer(function Lead({ folder }: { folder: FolderResource }) {
  const { size } = useGuest().guest
  const { t } = useTexts()
  const format = useFormat()
  const facts = [
    t('guest.items', { count: folder.items.length }),
    ...(size > 0 ? [format.size(size)] : []),
    format.date(folder.modified),
  ]
  return (
    <div className="lead">
      <div className="summary">
        <h1 dir="auto">{folder.name}</h1>
        <p className="num">{facts.filter((part) => part !== '').join(' · ')}</p>
      </div>
      {folder.items.length === 0 ? null : <LeadActions />}
    </div>
  )
})

const LeadActions = observer(function LeadActions() {
  const { guest } = useGuest()
  const { t } = useTexts()
  const { downloadUrl, selection } = guest
  return (
    <>
      <div className="line actions">
        <a className="button primary big" href={downloadUrl} download>
          <Download className="icon" aria-hidden="true" />
          <span className="label">{t('guest.downloadAll')}</span>
        </a>
        <IconButton
          className="button big square"
          icon={ListChecks}
          label={t('guest.select')}
          aria-pressed={selection.isActive}
          onClick={() => (selection.isActive ? selection.stop() : selection.start())}
        />
      </div>
      <QrCode text={new URL(downloadUrl, location.origin).href} size={QR_PX} label={t('share.qr')} />
    </>
  )
})

const isPhoto = ({ type }: Item, thumb: string | null): boolean =>
  thumb !== null && (type === 'image' || type === 'video')

/** The path from the shared folder to a folder in it. */
const Trail = observer(function Trail({ path }: { path: string }) {
  const { guest } = useGuest()
  const { t } = useTexts()
  const names = segmentsOf(path)
  if (names.length === 0) return null
  return (
    <nav className="guest-trail" aria-label={t('guest.path')}>
      <ol className="breadcrumb">
        <li>
          <GuestLink to={guestUrl(guest.hash)}>
            <span dir="auto">{guest.rootName}</span>
          </GuestLink>
        </li>
        {names.slice(0, -1).map((name, index) => (
          <li key={names.slice(0, index + 1).join('/')}>
            <GuestLink to={guestUrl(guest.hash, `/${names.slice(0, index + 1).join('/')}`)}>
              <span dir="auto">{name}</span>
            </GuestLink>
          </li>
        ))}
      </ol>
    </nav>
  )
})
