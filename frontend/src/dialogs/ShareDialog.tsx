// The links to one item: the newest first, with everything that can be done with it. Others are one button away.
import { Plus, RotateCw } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { tellCopied } from '../actions/tellCopied.ts'
import { messageOf } from '../api/error-message.ts'
import type { Item } from '../../../backend/contract/resources.ts'
import type { ShareLink } from '../../../backend/contract/shares.ts'
import { useTexts } from '../i18n/useTexts.ts'
import type { Copied } from '../lib/copy-text.ts'
import { linkListsOf } from '../stores/LinkListsStore.ts'
import { useRoot } from '../stores/useRoot.ts'
import { Dialog } from './Dialog.tsx'
import type { DialogComponentProps } from './index.tsx'
import { LinkFooter } from './share/LinkFooter.tsx'
import { NewLinkForm } from './share/NewLinkForm.tsx'
import { OtherLinks } from './share/OtherLinks.tsx'
import { ShareHeading } from './share/ShareHeading.tsx'
import { ShownLink } from './share/ShownLink.tsx'

export const ShareDialog = observer(function ShareDialog({ item, close }: DialogComponentProps<'share'>) {
  const root = useRoot()
  const store = linkListsOf(root)
  const [isNew, setNew] = useState(false)
  const [shownHash, setShown] = useState('')
  const [copiedHash, setCopied] = useState('')
  const links = store.ofPath.value
  useEffect(() => {
    void store.load(item)
    return store.ofPath.forget
  }, [store, item])
  const handleMade = async (link: ShareLink, copying: Promise<Copied>) => {
    setNew(false)
    setShown(link.hash)
    if (await tellCopied(root, copying, { key: 'share.copied' })) setCopied(link.hash)
  }
  if (isNew || links?.length === 0) {
    return (
      <NewLinkForm
        item={item}
        onMade={(link, copying) => void handleMade(link, copying)}
        onCancel={() => (links?.length === 0 ? close(null) : setNew(false))}
        onClose={() => close(null)}
      />
    )
  }
  return (
    <LinksDialog
      item={item}
      shown={links?.find(({ hash }) => hash === shownHash) ?? links?.[0]}
      copiedHash={copiedHash}
      onShow={({ hash }) => setShown(hash)}
      onNew={() => setNew(true)}
      close={close}
    />
  )
})

interface LinksDialogProps extends DialogComponentProps<'share'> {
  /** The link that is shown; undefined while the links are being fetched. */
  shown: ShareLink | undefined
  /** The hash of the link whose address was just copied. */
  copiedHash: string
  onShow(link: ShareLink): void
  onNew(): void
}

/** The existing links. */
const LinksDialog = observer(function LinksDialog(props: LinksDialogProps) {
  const { item, shown, copiedHash, onShow, onNew, close } = props
  const { ofPath } = linkListsOf(useRoot())
  const { t } = useTexts()
  const done = useRef<HTMLButtonElement>(null)
  const others = ofPath.value?.filter(({ hash }) => hash !== shown?.hash) ?? []
  return (
    <Dialog
      title={<ShareHeading item={item} />}
      width={480}
      initialFocus={done}
      onClose={() => close(null)}
      footer={shown && <LinkFooter link={shown} doneRef={done} onDone={() => close(true)} />}
    >
      <LinksState item={item} />
      {shown === undefined ? null : (
        <>
          <ShownLink link={shown} item={item} isCopied={copiedHash === shown.hash} />
          {others.length === 0 ? null : <OtherLinks links={others} onShow={onShow} />}
          <button type="button" className="button link" onClick={onNew}>
            <Plus className="icon" aria-hidden="true" />
            <span className="label">{t('share.another')}</span>
          </button>
        </>
      )}
    </Dialog>
  )
})

/** Says that the links are being fetched, or could not be. */
const LinksState = observer(function LinksState({ item }: { item: Item }) {
  const links = linkListsOf(useRoot())
  const { t, tell } = useTexts()
  const { value, error } = links.ofPath
  if (error !== null) {
    return (
      <div className="notice bad" role="alert">
        {tell(messageOf(error))}
        <button type="button" className="button small" onClick={() => void links.load(item)}>
          <RotateCw className="icon" aria-hidden="true" />
          <span className="label">{t('action.retry')}</span>
        </button>
      </div>
    )
  }
  if (value !== null) return null
  return (
    <p className="faint" role="status">
      {t('share.loading')}
    </p>
  )
})
