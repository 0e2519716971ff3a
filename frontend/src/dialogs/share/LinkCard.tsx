import { Check, Copy, FileDown, Share2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { copyLink } from '../../actions/share.ts'
import type { ShareLink } from '../../../../backend/contract/shares.ts'
import { QrCode } from '../../components/QrCode.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'

const QR_PX = 112

export interface LinkCardProps {
  link: ShareLink
  name: string
  isCopied: boolean
}

/** The link that the dialog is about: its QR code, its address, and ways to send it. */
export const LinkCard = observer(function LinkCard({ link, name, isCopied }: LinkCardProps) {
  const root = useRoot()
  const { t } = useTexts()
  const [hasCopied, setCopied] = useState(isCopied)
  const url = root.api.shares.pageUrl(link.hash)
  const copy = async (address: string) => setCopied((await copyLink(root, address)) && address === url)
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
          {url.replace(/^https?:\/\//, '')}
        </p>
        <div className="line">
          <button type="button" className="button small" onClick={() => void copy(url)}>
            <Copy className="icon" aria-hidden="true" />
            <span className="label">{t(hasCopied ? 'share.copyAgain' : 'share.copy')}</span>
          </button>
          {link.isDir ? null : <CopyDownloadButton link={link} onCopy={copy} />}
          {'share' in navigator ? <SendButton url={url} name={name} /> : null}
        </div>
      </div>
    </div>
  )
})

interface CopyDownloadButtonProps {
  link: ShareLink
  onCopy(address: string): Promise<void>
}

/** Copies the address of the file itself. */
function CopyDownloadButton({ link, onCopy }: CopyDownloadButtonProps) {
  const { api } = useRoot()
  const { t } = useTexts()
  return (
    <button type="button" className="button small" onClick={() => void onCopy(api.shares.downloadUrl(link))}>
      <FileDown className="icon" aria-hidden="true" />
      <span className="label">{t('share.copyDownload')}</span>
    </button>
  )
}

/** Sends the link to another app of the device. */
function SendButton({ url, name }: { url: string; name: string }) {
  const { t } = useTexts()
  const send = () => void navigator.share({ title: name, url }).catch(() => undefined)
  return (
    <button type="button" className="button small" onClick={send}>
      <Share2 className="icon" aria-hidden="true" />
      <span className="label">{t('share.send')}</span>
    </button>
  )
}
