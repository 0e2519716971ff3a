import { Copy, Eye, FileDown, Hourglass, Lock, Trash2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router-dom'
import { extendLink } from '../../actions/extendLink.ts'
import { copyLink } from '../../actions/copyLink.ts'
import { stopSharing } from '../../actions/stopSharing.ts'
import type { ShareLink } from '../../../../backend/contract/shares.ts'
import { FileName } from '../../components/FileName.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Thumb } from '../../components/Thumb.tsx'
import { useLinkWords } from '../../dialogs/share/useLinkWords.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOfName } from '../../lib/kind-of-name.ts'
import { nameOfLink } from '../../lib/links.ts'
import { filesUrl, parentOf } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'

export interface LinkTableProps {
  links: readonly ShareLink[]
  label: string
  /** Ended links, which open nothing and can be extended. */
  hasEnded?: boolean
}

export const LinkTable = observer(function LinkTable({ links, label, hasEnded = false }: LinkTableProps) {
  const { session } = useRoot()
  const { t } = useTexts()
  const isAdmin = session.user?.perm.admin === true
  return (
    <table className="links" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('links.what')}</th>
          {isAdmin ? <th scope="col">{t('links.whose')}</th> : null}
          <th scope="col">{t('links.expires')}</th>
          <th scope="col">{t('links.use')}</th>
          <th scope="col">
            <span className="sr">{t('links.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {links.map((link) => (
          <LinkRow key={link.hash} link={link} isAdmin={isAdmin} hasEnded={hasEnded} />
        ))}
      </tbody>
    </table>
  )
})

interface LinkRowProps {
  link: ShareLink
  isAdmin: boolean
  hasEnded: boolean
}

const LinkRow = observer(function LinkRow({ link, isAdmin, hasEnded }: LinkRowProps) {
  const { t } = useTexts()
  const words = useLinkWords()
  const isUsedUp = link.limit > 0 && link.downloads >= link.limit
  return (
    <tr>
      <th scope="row">
        <SharedThing link={link} />
      </th>
      {isAdmin ? <td data-label={t('links.whose')}>{link.username}</td> : null}
      <td data-label={t('links.expires')} className="num">
        {hasEnded && isUsedUp ? t('links.usedUp') : words.expiry(link)}
      </td>
      <td data-label={t('links.use')} className="num small">
        {words.use(link)}
      </td>
      <td className="tools">
        <LinkTools link={link} hasEnded={hasEnded} />
      </td>
    </tr>
  )
})

/** The link's target. It is a link if it is in the person's own files. */
const SharedThing = observer(function SharedThing({ link }: { link: ShareLink }) {
  const { session } = useRoot()
  const { t } = useTexts()
  const path = link.path.replace(/\/$/, '') || '/'
  const name = nameOfLink(link) || t('links.root')
  const label = <FileName name={name} isDir={link.isDir} />
  return (
    <span className="line">
      <Thumb kind={link.isDir ? 'folder' : kindOfName(name, false)} />
      <span className="summary">
        {link.userID === session.user?.id ? (
          <Link to={filesUrl(link.isDir ? path : parentOf(path), true)} aria-label={t('links.showOf', { name })}>
            {label}
          </Link>
        ) : (
          label
        )}
        <span className="small faint line">
          {link.hasPassword ? <Lock className="icon sm" aria-label={t('share.locked')} /> : null}
          <span className="cut" dir="auto">
            {path}
          </span>
        </span>
      </span>
    </span>
  )
})

const LinkTools = observer(function LinkTools({ link, hasEnded }: Omit<LinkRowProps, 'isAdmin'>) {
  const root = useRoot()
  const { t } = useTexts()
  const name = nameOfLink(link) || t('links.root')
  const isOwn = link.userID === root.session.user?.id
  return (
    <>
      {hasEnded ? null : <LinkAddresses link={link} name={name} />}
      {hasEnded && isOwn ? (
        <IconButton
          icon={Hourglass}
          label={t('links.extendOf', { name })}
          onClick={() => void extendLink(root, link)}
        />
      ) : null}
      <IconButton icon={Trash2} label={t('links.stopOf', { name })} onClick={() => void stopSharing(root, link)} />
    </>
  )
})

/** Copies the addresses of a link, and opens it. */
function LinkAddresses({ link, name }: { link: ShareLink; name: string }) {
  const root = useRoot()
  const { t } = useTexts()
  const { shares } = root.api
  const url = shares.pageUrl(link.hash)
  return (
    <>
      <IconButton icon={Copy} label={t('links.copyOf', { name })} onClick={() => void copyLink(root, url)} />
      {link.isDir ? (
        <span className="no-tool" />
      ) : (
        <IconButton
          icon={FileDown}
          label={t('links.copyDownloadOf', { name })}
          onClick={() => void copyLink(root, shares.downloadUrl(link))}
        />
      )}
      <a
        className="icon-button"
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={t('links.openOf', { name })}
        title={t('links.openOf', { name })}
      >
        <Eye className="icon" aria-hidden="true" />
      </a>
    </>
  )
}
