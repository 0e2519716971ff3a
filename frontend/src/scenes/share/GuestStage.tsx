// A file of a shared folder, above it. Its address is its own; Back leads to the folder.
import { Download } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useLayoutEffect } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { guestUrl, parentOf } from '../../lib/paths.ts'
import { useGuestMove } from './address.tsx'
import { useGuest } from './useGuest.ts'
import { Stage } from '../preview/Stage.tsx'
import { viewerOf } from '../preview/viewers.tsx'
import { GuestShown } from './GuestShown.tsx'

export interface GuestStageProps {
  item: Item
  /** Called with whether the stage covers the page. */
  onCover(isCovered: boolean): void
}

export const GuestStage = observer(function GuestStage({ item, onCover }: GuestStageProps) {
  useLayoutEffect(() => {
    onCover(true)
    return () => onCover(false)
  }, [onCover])
  const { guest } = useGuest()
  const { t } = useTexts()
  const { size } = useFormat()
  const move = useGuestMove()
  const { next, previous, files, hash } = guest
  const { name, path } = item
  const turning = {
    previous,
    next,
    files,
    show: (other: Item) => move(guestUrl(hash, other.path, false), { replace: true }),
  }
  return (
    <Stage
      isDialog
      name={name}
      item={item}
      facts={
        `${t('preview.position', { at: files.findIndex((file) => file.path === path) + 1, count: files.length })}` +
        ` · ${size(item.size)}`
      }
      turning={turning}
      seeks={viewerOf(item) === 'media'}
      onClose={() => move(guestUrl(hash, parentOf(path)))}
      findReturn={() =>
        [...document.querySelectorAll<HTMLElement>('.guest [data-name]')].find(
          ({ dataset }) => dataset['name'] === name,
        )
      }
      tools={<DownloadTool item={item} />}
    >
      {(tell) => <GuestShown key={path} item={item} turning={turning} {...tell} />}
    </Stage>
  )
})

const DownloadTool = observer(function DownloadTool({ item }: { item: Item }) {
  const { guest } = useGuest()
  const { t } = useTexts()
  return (
    <a
      className="icon-button"
      href={guest.fileUrl(item)}
      download={item.name}
      aria-label={t('action.download')}
      title={t('action.download')}
    >
      <Download className="icon" aria-hidden="true" />
    </a>
  )
})
