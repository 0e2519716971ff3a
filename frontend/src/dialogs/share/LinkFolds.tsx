// What can be changed of a link, each thing one fold away.
import { Download, Hourglass, Lock, type LucideIcon } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ShareLink } from '../../../../backend/contract/shares.ts'
import { messageOf } from '../../api/error-message.ts'
import type { LinkWish } from '../../api/shares.ts'
import type { Message } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { DurationFields, isCount, LimitField, LinkPasswordField, NO_END } from './LinkFields.tsx'
import { useLinkWords } from './useLinkWords.ts'

export function LinkFolds({ link }: { link: ShareLink }) {
  const { t } = useTexts()
  const words = useLinkWords()
  const [duration, setDuration] = useState(NO_END)
  const [password, setPassword] = useState('')
  const [limit, setLimit] = useState(link.limit === 0 ? '' : String(link.limit))
  return (
    <div className="folds">
      <LinkFold
        icon={Hourglass}
        title={t('share.expires')}
        value={words.expiry(link)}
        link={link}
        wish={
          isCount(duration.count) && Number(duration.count) > 0
            ? { expires: duration.count.trim(), unit: duration.unit }
            : null
        }
        none={link.expire === 0 ? null : { label: t('share.never'), wish: { expires: '' } }}
        onDone={() => setDuration(NO_END)}
      >
        <DurationFields value={duration} onChange={setDuration} />
      </LinkFold>
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
      <LinkFold
        icon={Download}
        title={t('share.limit')}
        value={
          link.limit === 0 ? t('share.unlimited') : t('share.limitOf', { done: link.downloads, limit: link.limit })
        }
        link={link}
        wish={isCount(limit) && Number(limit) > 0 && Number(limit) !== link.limit ? { limit: Number(limit) } : null}
        none={link.limit === 0 ? null : { label: t('share.unlimit'), wish: { limit: 0 } }}
        onDone={(changed) => setLimit(changed.limit === 0 ? '' : String(changed.limit))}
      >
        <LimitField value={limit} onChange={setLimit} hint={t('share.limitHint')} />
      </LinkFold>
    </div>
  )
}

interface LinkFoldProps {
  icon: LucideIcon
  title: string
  value: string
  link: ShareLink
  /** What saving would change; null while there is nothing to be saved. */
  wish: LinkWish | null
  /** Takes the bound away; null where there is none. */
  none: { label: string; wish: LinkWish } | null
  children: ReactNode
  onDone(link: ShareLink): void
}

const LinkFold = observer(function LinkFold({
  icon: Icon,
  title,
  value,
  link,
  wish,
  none,
  children,
  onDone,
}: LinkFoldProps) {
  const { shares } = useRoot()
  const { t, tell } = useTexts()
  const [isBusy, setBusy] = useState(false)
  const [note, setNote] = useState<{ message: Message; isBad: boolean } | null>(null)
  const change = async (what: LinkWish) => {
    if (isBusy) return
    setBusy(true)
    try {
      onDone(await shares.change(link.hash, what))
      setNote({ message: { key: 'share.saved' }, isBad: false })
    } catch (error) {
      setNote({ message: messageOf(error), isBad: true })
    }
    setBusy(false)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog may be a form of its own.
    event.stopPropagation()
    if (wish) void change(wish)
  }
  return (
    <details className="fold">
      <summary>
        <Icon className="icon" aria-hidden="true" />
        {title}
        <span className="val">{value}</span>
      </summary>
      <form onSubmit={handleSubmit} noValidate>
        {children}
        <div className="line">
          <span className={`small ${note?.isBad === true ? 'bad' : 'faint'}`} role="status">
            {note === null ? '' : tell(note.message)}
          </span>
          <span className="push" />
          {none === null ? null : (
            <button type="button" className="button plain" onClick={() => void change(none.wish)}>
              {none.label}
            </button>
          )}
          <button type="submit" className="button" disabled={wish === null} aria-busy={isBusy}>
            {t('share.save')}
          </button>
        </div>
      </form>
    </details>
  )
})
