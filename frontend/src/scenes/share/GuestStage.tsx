// A file of a shared folder, above it. Its address is its own; Back leads to the folder.
import { Download } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { Item } from '../../../../backend/contract/resources.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { guestUrl, parentOf } from '../../lib/paths.ts'
import { useGuestMove } from './address.tsx'
import { useGuest } from './useGuest.ts'
import { Stage } from '../preview/Stage.tsx'
import { GuestShown } from './GuestShown.tsx'

export const GuestStage = observer(function GuestStage({ item }: { item: Item }) {
  const { guest } = useGuest()
  const { t } = useTexts()
  const { size } = useFormat()
  const move = useGuestMove()
  const { next, previous, files, hash } = guest
  const { name, path, type } = item
  return (
    <Stage
      isDialog
      name={name}
      facts={
        `${t('preview.position', { at: files.findIndex((file) => file.path === path) + 1, count: files.length })}` +
        ` · ${size(item.size)}`
      }
      turning={{ previous, next, show: (other) => move(guestUrl(hash, other.path, false), { replace: true }) }}
      seeks={type === 'video' || type === 'audio'}
      onClose={() => move(guestUrl(hash, parentOf(path)))}
      findReturn={() =>
        [...document.querySelectorAll<HTMLElement>('.guest [data-name]')].find(
          ({ dataset }) => dataset['name'] === name,
        )
      }
      tools={
        <a
          className="icon-button"
          href={guest.fileUrl(item)}
          download={name}
          aria-label={t('action.download')}
          title={t('action.download')}
        >
          <Download className="icon" aria-hidden="true" />
        </a>
      }
    >
      {(onSwipe) => <GuestShown key={path} item={item} onSwipe={onSwipe} />}
    </Stage>
  )
})
