import { observer } from 'mobx-react-lite'
import type { Item } from '../../../../backend/contract/resources.ts'
import type { ShareLink } from '../../../../backend/contract/shares.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { LinkCard } from './LinkCard.tsx'
import { LinkFolds } from './LinkFolds.tsx'
import { useLinkWords } from './useLinkWords.ts'

export interface ShownLinkProps {
  link: ShareLink
  /** What it opens. */
  item: Item
  isCopied: boolean
}

/** The link that is shown: ways to send it, what can be changed, and how it was used. */
export const ShownLink = observer(function ShownLink({ link, item, isCopied }: ShownLinkProps) {
  const { session } = useRoot()
  const { t } = useTexts()
  const words = useLinkWords()
  const isOwn = link.userID === session.user?.id
  return (
    <>
      <LinkCard key={link.hash} link={link} name={item.name} isCopied={isCopied} />
      {isOwn ? <LinkFolds key={link.hash} link={link} /> : null}
      <p className="small faint">
        {[
          t(item.isDir ? 'share.anyoneFolder' : 'share.anyoneFile'),
          words.use(link),
          ...(isOwn || link.username === undefined ? [] : [t('share.by', { name: link.username })]),
        ].join(' ')}
      </p>
    </>
  )
})
