import { Eye } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { RefObject } from 'react'
import { stopSharing } from '../../actions/stopSharing.ts'
import type { ShareLink } from '../../../../backend/contract/shares.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'

export interface LinkFooterProps {
  link: ShareLink
  doneRef: RefObject<HTMLButtonElement | null>
  onDone(): void
}

/** The buttons below a link: end it, see it as a guest, done. */
export const LinkFooter = observer(function LinkFooter({ link, doneRef, onDone }: LinkFooterProps) {
  const root = useRoot()
  const { t } = useTexts()
  return (
    <>
      <button type="button" className="button plain danger-text" onClick={() => void stopSharing(root, link)}>
        {t('share.stop')}
      </button>
      <span className="push" />
      <a className="button" href={root.api.shares.pageUrl(link.hash)} target="_blank" rel="noreferrer">
        <Eye className="icon" aria-hidden="true" />
        <span className="label">{t('share.asGuest')}</span>
      </a>
      <button ref={doneRef} type="button" className="button primary" onClick={onDone}>
        {t('share.done')}
      </button>
    </>
  )
})
