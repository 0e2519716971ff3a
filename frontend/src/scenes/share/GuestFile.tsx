import { Download, ExternalLink } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { Item } from '../../../../backend/contract/resources.ts'
import { QrCode } from '../../components/QrCode.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useGuest } from './useGuest.ts'
import { GuestPreview } from './GuestPreview.tsx'

const QR_PX = 200

/** One file: a preview, its name, and one button. */
export const GuestFile = observer(function GuestFile({ item }: { item: Item }) {
  const { guest } = useGuest()
  const { t } = useTexts()
  const format = useFormat()
  const { downloadUrl } = guest
  return (
    <article className="guest-card">
      <div className={`picture ${item.type}`}>
        <GuestPreview item={item} />
      </div>
      <div className="side-col">
        <div>
          <h1 dir="auto">{item.name}</h1>
          <p className="muted num">
            {[format.size(item.size), format.date(item.modified)].filter((part) => part !== '').join(' · ')}
          </p>
        </div>
        <div className="stack">
          <a className="button primary big wide" href={downloadUrl} download={item.name}>
            <Download className="icon" aria-hidden="true" />
            <span className="label">{t('action.download')}</span>
          </a>
          <a className="button big wide" href={guest.fileUrl(item, true)} target="_blank" rel="noreferrer">
            <ExternalLink className="icon" aria-hidden="true" />
            <span className="label">{t('action.open')}</span>
          </a>
        </div>
        <QrCode text={new URL(downloadUrl, location.origin).href} size={QR_PX} label={t('share.qr')} />
        <p className="small faint">{t('guest.scan')}</p>
      </div>
    </article>
  )
})
