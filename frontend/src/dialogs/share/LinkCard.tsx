import { Check, Copy, FileDown, Share2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { copyLink } from '../../actions/share.ts'
import type { ShareLink } from '../../../../backend/contract/shares.ts'
import { QrCode } from '../../components/QrCode.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'

const QR_PX = 112

/** The one link that the dialog is about: its code, its address, and ways to hand it on. */
export const LinkCard = observer(function LinkCard({
  link,
  name,
  isCopied,
}: {
  link: ShareLink
  name: string
  isCopied: boolean
}) {
  const root = useRoot()
  const { t } = useTexts()
  const { shares } = root.api
  const [hasCopied, setCopied] = useState(isCopied)
  const url = shares.pageUrl(link.hash)
  const shown = url.replace(/^https?:\/\//, '')
  const copy = async (address: string) => setCopied((await copyLink(root, address)) && address === url)
  const canSend = 'share' in navigator
  const send = () => void navigator.share({ title: name, url }).catch(() => undefined)
  return (
    <div className="link-card">
      <QrCode text={url} size={QR_PX} label={t('share.qr')} />
      <div className="what">
        <p className="small done" role="status">
          {hasCopied ? (
            <>
              <Check className="icon sm" aria-hidden="true" />
              {t('share.copied')}
            </>
          ) : null}
        </p>
        <p className="address" dir="ltr">
          {shown}
        </p>
        <div className="line">
          <button type="button" className="button small" onClick={() => void copy(url)}>
            <Copy className="icon" aria-hidden="true" />
            <span className="label">{t(hasCopied ? 'share.copyAgain' : 'share.copy')}</span>
          </button>
          {link.isDir ? null : (
            <button type="button" className="button small" onClick={() => void copy(shares.downloadUrl(link))}>
              <FileDown className="icon" aria-hidden="true" />
              <span className="label">{t('share.copyDownload')}</span>
            </button>
          )}
          {canSend ? (
            <button type="button" className="button small" onClick={send}>
              <Share2 className="icon" aria-hidden="true" />
              <span className="label">{t('share.send')}</span>
            </button>
          ) : null}
        </div>
      </div>
    </div>
  )
})
