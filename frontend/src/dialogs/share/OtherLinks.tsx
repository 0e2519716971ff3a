import { Copy, FileDown, Lock, Trash2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { copyLink } from '../../actions/copyLink.ts'
import { stopSharing } from '../../actions/stopSharing.ts'
import type { ShareLink } from '../../../../backend/contract/shares.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useLinkWords } from './useLinkWords.ts'

export interface OtherLinksProps {
  links: readonly ShareLink[]
  onShow(link: ShareLink): void
}

/** The other links to the same item. Choosing one shows it. */
export function OtherLinks({ links, onShow }: OtherLinksProps) {
  const { t } = useTexts()
  return (
    <section className="other-links">
      <h3>{t('share.others', { count: links.length })}</h3>
      <ul>
        {links.map((link) => (
          <OtherLink key={link.hash} link={link} onShow={onShow} />
        ))}
      </ul>
    </section>
  )
}

const OtherLink = observer(function OtherLink({ link, onShow }: { link: ShareLink } & Pick<OtherLinksProps, 'onShow'>) {
  const { t } = useTexts()
  const words = useLinkWords()
  return (
    <li className="line">
      <button
        type="button"
        className="button link small"
        aria-label={t('share.show', { hash: link.hash })}
        onClick={() => onShow(link)}
      >
        <span className="label" dir="ltr">
          {link.hash}
        </span>
      </button>
      {link.hasPassword ? <Lock className="icon sm" aria-label={t('share.locked')} /> : null}
      <span className="small faint cut">
        {[...(link.username === undefined ? [] : [link.username]), words.expiry(link), words.use(link)].join(' · ')}
      </span>
      <span className="push" />
      <LinkButtons link={link} />
    </li>
  )
})

/** Buttons to copy the address of a link, or of its file, and to delete the link. */
function LinkButtons({ link }: { link: ShareLink }) {
  const root = useRoot()
  const { t } = useTexts()
  return (
    <>
      <IconButton
        isSmall
        icon={Copy}
        label={t('share.copyOf', { hash: link.hash })}
        onClick={() => void copyLink(root, root.api.shares.pageUrl(link.hash))}
      />
      {link.isDir ? null : (
        <IconButton
          isSmall
          icon={FileDown}
          label={t('share.copyDownloadOf', { hash: link.hash })}
          onClick={() => void copyLink(root, root.api.shares.downloadUrl(link))}
        />
      )}
      <IconButton
        isSmall
        icon={Trash2}
        label={t('share.stopOf', { hash: link.hash })}
        onClick={() => void stopSharing(root, link)}
      />
    </>
  )
}
