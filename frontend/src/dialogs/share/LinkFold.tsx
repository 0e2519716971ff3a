import type { LucideIcon } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ShareLink } from '../../../../backend/contract/shares.ts'
import { messageOf } from '../../api/error-message.ts'
import type { LinkOptions } from '../../api/shares.ts'
import type { Message } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { linkListsOf } from '../../stores/LinkListsStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

export interface LinkFoldProps {
  icon: LucideIcon
  title: string
  value: string
  link: ShareLink
  /** The change that saving would make; null if there is none. */
  wish: LinkOptions | null
  /** Removes the limit; null if there is none. */
  none: { label: string; wish: LinkOptions } | null
  children: ReactNode
  onDone(link: ShareLink): void
}

/** One property of a link: its value, and the fields and buttons to change it. */
export function LinkFold({ icon: Icon, title, value, link, wish, none, children, onDone }: LinkFoldProps) {
  const { t } = useTexts()
  const { isBusy, note, change } = useLinkChange(link, onDone)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog may itself be a form.
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
          <span className={`small ${note.isBad ? 'bad' : 'faint'}`} role="status">
            {note.text}
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
}

/** Changes the link, and reports the result. */
function useLinkChange(link: ShareLink, onDone: (link: ShareLink) => void) {
  const links = linkListsOf(useRoot())
  const { tell } = useTexts()
  const [isBusy, setBusy] = useState(false)
  const [note, setNote] = useState<{ message: Message; isBad: boolean } | null>(null)
  const change = async (wish: LinkOptions) => {
    if (isBusy) return
    setBusy(true)
    try {
      onDone(await links.change(link.hash, wish))
      setNote({ message: { key: 'share.saved' }, isBad: false })
    } catch (error) {
      setNote({ message: messageOf(error), isBad: true })
    }
    setBusy(false)
  }
  return { isBusy, note: { text: note === null ? '' : tell(note.message), isBad: note?.isBad === true }, change }
}
