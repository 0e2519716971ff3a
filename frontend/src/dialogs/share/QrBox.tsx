import { Download } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useRef } from 'react'
import { saveUrl } from '../../lib/save-url.ts'
import { Menu } from '../../components/Menu.tsx'
import { QrCode } from '../../components/QrCode.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { qrAsPng, qrAsSvg } from '../../lib/qr-picture.ts'

const QR_PX = 112
/** By then the browser has read the file. */
const READ_MS = 60_000

export interface QrBoxProps {
  url: string
  /** What the link leads to. */
  name: string
}

/** The QR code of a link, with buttons to save it as a picture. */
export const QrBox = observer(function QrBox({ url, name }: QrBoxProps) {
  const { t } = useTexts()
  const box = useRef<HTMLDivElement>(null)
  const save = async (ending: 'png' | 'svg') => {
    const drawing = box.current?.querySelector<SVGElement>('.qr svg')
    if (!drawing) return
    const picture = ending === 'png' ? await qrAsPng(drawing) : qrAsSvg(drawing)
    if (picture === null) return
    const address = URL.createObjectURL(picture)
    saveUrl(address, `${name} QR.${ending}`)
    setTimeout(() => URL.revokeObjectURL(address), READ_MS)
  }
  return (
    <div ref={box} className="qr-box">
      <QrCode text={url} size={QR_PX} label={t('share.qr')} />
      <Menu
        groups={[
          [
            { id: 'png', label: t('share.saveAs', { format: 'PNG' }), run: () => void save('png') },
            { id: 'svg', label: t('share.saveAs', { format: 'SVG' }), run: () => void save('svg') },
          ],
        ]}
        trigger={
          <button type="button" className="button plain small">
            <Download className="icon" aria-hidden="true" />
            <span className="label">{t('share.saveQr')}</span>
          </button>
        }
      />
    </div>
  )
})
