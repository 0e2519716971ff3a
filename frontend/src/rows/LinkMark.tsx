import { Link2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useTexts } from '../i18n/useTexts.ts'
import { useRoot } from '../stores/useRoot.ts'

/** Marks what the person has shared by a link. */
export const LinkMark = observer(function LinkMark({ path }: { path: string }) {
  const { shares } = useRoot()
  const { t } = useTexts()
  return shares.ownByPath.has(path) ? (
    <span title={t('share.isShared')}>
      <Link2 className="icon sm" aria-hidden="true" />
    </span>
  ) : null
})
