// Links to one thing: the newest first, with all that can be done with it; another is one button away.
import { Eye, Plus, RotateCw } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { copyLink, stopSharing } from '../actions/share.ts'
import { messageOf } from '../api/error-message.ts'
import type { ShareLink } from '../../../backend/contract/shares.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useRoot } from '../stores/useRoot.ts'
import { Dialog } from './Dialog.tsx'
import type { DialogComponentProps } from './index.tsx'
import { LinkCard } from './share/LinkCard.tsx'
import { LinkFolds } from './share/LinkFolds.tsx'
import { NewLinkForm } from './share/NewLinkForm.tsx'
import { OtherLinks } from './share/OtherLinks.tsx'
import { ShareHeading } from './share/ShareHeading.tsx'
import { useLinkWords } from './share/useLinkWords.ts'

export const ShareDialog = observer(function ShareDialog({ item, close }: DialogComponentProps<'share'>) {
  const root = useRoot()
  const { shares } = root
  const { t, tell } = useTexts()
  const words = useLinkWords()
  const done = useRef<HTMLButtonElement>(null)
  const [isNew, setNew] = useState(false)
  const [shownHash, setShown] = useState('')
  const [copiedHash, setCopied] = useState('')
  const { value: links, error } = shares.ofPath
  useEffect(() => {
    void shares.load(item)
    return shares.ofPath.forget
  }, [shares, item])
  const shown = links?.find(({ hash }) => hash === shownHash) ?? links?.[0]
  const isOwn = shown?.userID === root.session.user?.id
  const handleMade = async (link: ShareLink) => {
    setNew(false)
    setShown(link.hash)
    if (await copyLink(root, root.api.shares.pageUrl(link.hash))) setCopied(link.hash)
  }
  if (isNew || links?.length === 0) {
    return (
      <NewLinkForm
        item={item}
        onMade={(link) => void handleMade(link)}
        onCancel={() => (links?.length === 0 ? close(null) : setNew(false))}
        onClose={() => close(null)}
      />
    )
  }
  const footer =
    shown === undefined ? undefined : (
      <>
        <button type="button" className="button plain danger-text" onClick={() => void stopSharing(root, shown)}>
          {t('share.stop')}
        </button>
        <span className="push" />
        <a className="button" href={root.api.shares.pageUrl(shown.hash)} target="_blank" rel="noreferrer">
          <Eye className="icon" aria-hidden="true" />
          <span className="label">{t('share.asGuest')}</span>
        </a>
        <button ref={done} type="button" className="button primary" onClick={() => close(true)}>
          {t('share.done')}
        </button>
      </>
    )
  return (
    <Dialog
      title={<ShareHeading item={item} />}
      width={480}
      initialFocus={done}
      onClose={() => close(null)}
      footer={footer}
    >
      {error === null ? null : (
        <div className="notice bad" role="alert">
          {tell(messageOf(error))}
          <button type="button" className="button small" onClick={() => void shares.load(item)}>
            <RotateCw className="icon" aria-hidden="true" />
            <span className="label">{t('action.retry')}</span>
          </button>
        </div>
      )}
      {links === null && error === null ? (
        <p className="faint" role="status">
          {t('share.loading')}
        </p>
      ) : null}
      {shown === undefined ? null : (
        <>
          <LinkCard
            key={`${shown.hash} ${copiedHash}`}
            link={shown}
            name={item.name}
            isCopied={copiedHash === shown.hash}
          />
          {isOwn ? <LinkFolds key={shown.hash} link={shown} /> : null}
          <p className="small faint">
            {[
              t(item.isDir ? 'share.anyoneFolder' : 'share.anyoneFile'),
              words.use(shown),
              ...(isOwn || shown.username === undefined ? [] : [t('share.by', { name: shown.username })]),
            ].join(' ')}
          </p>
          {links !== null && links.length > 1 ? (
            <OtherLinks links={links.filter(({ hash }) => hash !== shown.hash)} onShow={({ hash }) => setShown(hash)} />
          ) : null}
          <button type="button" className="button link" onClick={() => setNew(true)}>
            <Plus className="icon" aria-hidden="true" />
            <span className="label">{t('share.another')}</span>
          </button>
        </>
      )}
    </Dialog>
  )
})
