// The properties of a link that can be changed, each in its own fold.
import { Download, Hourglass, Lock } from 'lucide-react'
import { useState } from 'react'
import type { ShareLink } from '../../../../backend/contract/shares.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { ExpiryChoice } from './ExpiryChoice.tsx'
import { type Duration, isCount, LimitField, LinkPasswordField } from './LinkFields.tsx'
import { LinkFold } from './LinkFold.tsx'
import { useLinkWords } from './useLinkWords.ts'

interface FoldProps {
  link: ShareLink
}

export function LinkFolds({ link }: FoldProps) {
  return (
    <div className="folds">
      <ExpiryFold link={link} />
      <PasswordFold link={link} />
      <LimitFold link={link} />
    </div>
  )
}

function ExpiryFold({ link }: FoldProps) {
  const { t } = useTexts()
  const words = useLinkWords()
  const [duration, setDuration] = useState<Duration | null>(null)
  return (
    <LinkFold
      icon={Hourglass}
      title={t('share.expires')}
      value={words.expiry(link)}
      link={link}
      wish={
        duration !== null && isCount(duration.count) ? { expires: duration.count.trim(), unit: duration.unit } : null
      }
      none={null}
      onDone={() => setDuration(null)}
    >
      <ExpiryChoice value={duration} onChange={setDuration} />
    </LinkFold>
  )
}

function PasswordFold({ link }: FoldProps) {
  const { t } = useTexts()
  const [password, setPassword] = useState('')
  return (
    <LinkFold
      icon={Lock}
      title={t('share.password')}
      value={t(link.hasPassword ? 'share.isSet' : 'share.none')}
      link={link}
      wish={password.trim() === '' ? null : { password: password.trim() }}
      none={link.hasPassword ? { label: t('share.takeAway'), wish: { password: '' } } : null}
      onDone={() => setPassword('')}
    >
      <LinkPasswordField value={password} onChange={setPassword} hint={t('share.changePasswordHint')} />
    </LinkFold>
  )
}

function LimitFold({ link }: FoldProps) {
  const { t } = useTexts()
  const [limit, setLimit] = useState(limitText(link))
  return (
    <LinkFold
      icon={Download}
      title={t('share.limit')}
      value={link.limit === 0 ? t('share.unlimited') : t('share.limitOf', { done: link.downloads, limit: link.limit })}
      link={link}
      wish={isCount(limit) && Number(limit) > 0 && Number(limit) !== link.limit ? { limit: Number(limit) } : null}
      none={link.limit === 0 ? null : { label: t('share.unlimit'), wish: { limit: 0 } }}
      onDone={(changed) => setLimit(limitText(changed))}
    >
      <LimitField value={limit} onChange={setLimit} hint={t('share.limitHint')} />
    </LinkFold>
  )
}

/** The limit as text. */
const limitText = ({ limit }: ShareLink): string => (limit === 0 ? '' : String(limit))
