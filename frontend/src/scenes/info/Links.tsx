import { Copy, Eye, Link2, Lock, Plus, RotateCw, Trash2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import type { ShareLink } from '../../../../backend/contract/shares.ts'
import { copyLink } from '../../actions/copyLink.ts'
import { stopSharing } from '../../actions/stopSharing.ts'
import { messageOf } from '../../api/error-message.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { useLinkWords } from '../../dialogs/share/useLinkWords.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** The person's own links to an item: each can be copied, opened and ended here. The dialog makes new ones. */
export const Links = observer(function Links({ item }: { item: Item }) {
  const { shares, ui } = useRoot()
  const { t, tell } = useTexts()
  // The use counts of links change without an event.
  useEffect(() => void shares.loadOwn(), [shares, item.path])
  const { value: links, error } = shares.own
  const here = shares.ownByPath.get(item.path) ?? []
  return (
    <section aria-busy={links === null && error === null}>
      <h3>
        {t('share.links')}
        {here.length > 0 ? <span className="badge num">{here.length}</span> : null}
      </h3>
      {links === null && error !== null ? (
        <>
          <p className="small bad">{tell(messageOf(error))}</p>
          <button type="button" className="button link small" onClick={() => void shares.loadOwn()}>
            <RotateCw className="icon" aria-hidden="true" />
            <span className="label">{t('action.retry')}</span>
          </button>
        </>
      ) : null}
      {links !== null && here.length === 0 ? <p className="small faint">{t('share.noLinks')}</p> : null}
      {here.length === 0 ? null : (
        <ul className="versions">
          {here.map((link) => (
            <OwnLink key={link.hash} link={link} />
          ))}
        </ul>
      )}
      <div className="compute">
        <button type="button" className="button link small" onClick={() => void ui.ask('share', { item })}>
          <Plus className="icon" aria-hidden="true" />
          <span className="label">{t('share.another')}</span>
        </button>
      </div>
    </section>
  )
})

const OwnLink = observer(function OwnLink({ link }: { link: ShareLink }) {
  const { t } = useTexts()
  const words = useLinkWords()
  const { hash, hasPassword } = link
  return (
    <li className="version">
      <Link2 className="icon sm" aria-hidden="true" />
      <span className="summary" title={words.use(link)}>
        <span className="line">
          <span className="cut" dir="ltr">
            {hash}
          </span>
          {hasPassword ? <Lock className="icon sm" aria-label={t('share.locked')} /> : null}
        </span>
        <span className="faint num">
          {words.expiry(link)} · {words.use(link)}
        </span>
      </span>
      <LinkTools link={link} />
    </li>
  )
})

function LinkTools({ link }: { link: ShareLink }) {
  const root = useRoot()
  const { t } = useTexts()
  const { hash } = link
  const url = root.api.shares.pageUrl(hash)
  return (
    <span className="line push">
      <IconButton isSmall icon={Copy} label={t('share.copyOf', { hash })} onClick={() => void copyLink(root, url)} />
      <a
        className="icon-button small"
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={t('share.openOf', { hash })}
        title={t('share.openOf', { hash })}
      >
        <Eye className="icon" aria-hidden="true" />
      </a>
      <IconButton
        isSmall
        icon={Trash2}
        label={t('share.stopOf', { hash })}
        onClick={() => void stopSharing(root, link)}
      />
    </span>
  )
}
