import { Check, Copy, FileDown, MessageSquareText, Share2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { copyLink } from '../../actions/copyLink.ts'
import type { ShareLink } from '../../../../backend/contract/shares.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { QrBox } from './QrBox.tsx'
import { useLinkWords } from './useLinkWords.ts'

export interface LinkCardProps {
  link: ShareLink
  name: string
  /** Whether its address was copied when it was made. */
  isCopied: boolean
}

/** The link that the dialog is about: its QR code, its address, and ways to send it. */
export const LinkCard = observer(function LinkCard({ link, name, isCopied }: LinkCardProps) {
  const root = useRoot()
  const { t } = useTexts()
  const words = useLinkWords()
  // Null until something is copied here.
  const [copied, setCopied] = useState<boolean | null>(null)
  const hasCopied = copied ?? isCopied
  const url = root.api.shares.pageUrl(link.hash)
  const copy = async (text: string) => setCopied((await copyLink(root, text)) && text === url)
  return (
    <div className="link-card">
      <QrBox url={url} name={name} />
      <div className="summary">
        <CopiedNote isShown={hasCopied} />
        <div className="input address-line">
          <span className="address" dir="ltr" title={url}>
            {url.replace(/^https?:\/\//, '')}
          </span>
          <IconButton
            isSmall
            icon={Copy}
            label={t(hasCopied ? 'share.copyAgain' : 'share.copy')}
            onClick={() => void copy(url)}
          />
        </div>
        <div className="line">
          {'share' in navigator ? <SendButton url={url} name={name} /> : null}
          {link.isDir ? null : <CopyDownloadButton link={link} onCopy={copy} />}
          <button type="button" className="button small" onClick={() => void copy(words.message(link, { name, url }))}>
            <MessageSquareText className="icon" aria-hidden="true" />
            <span className="label">{t('share.copyMessage')}</span>
          </button>
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

/** Confirms that the link was copied. Its line is always reserved, so nothing moves. */
function CopiedNote({ isShown }: { isShown: boolean }) {
  const { t } = useTexts()
  return (
    <p className="small done" role="status">
      {isShown ? (
        <>
          <Check className="icon sm" aria-hidden="true" />
          {t('share.copied')}
        </>
      ) : null}
    </p>
  )
}
