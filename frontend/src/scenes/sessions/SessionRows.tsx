// A person's sessions, and buttons to end them.
import { type LucideIcon, Monitor, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { Device, SessionRecord } from '../../../../backend/contract/session.ts'
import { endOtherSessions, endSession } from '../../actions/endSession.ts'
import { messageOf } from '../../api/error-message.ts'
import { useDeviceWords } from '../../i18n/useDeviceWords.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { sessionsOf } from '../../stores/SessionsStore.ts'

const ICONS: Record<Device['kind'], LucideIcon> = {
  desktop: Monitor,
  phone: Smartphone,
  tablet: Tablet,
  other: MonitorSmartphone,
}

/** `person`: the id of another person; null for one's own sessions. */
export const SessionRows = observer(function SessionRows({ person }: { person: number | null }) {
  const root = useRoot()
  const sessions = sessionsOf(root)
  const { t, tell } = useTexts()
  useSessions(person)
  const { value: items, error } = sessions.items
  const section = useScrollToHash(items !== null)
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button disappears with the session that it ended.
  const end = async (work: Promise<void>) => {
    await work
    heading.current?.focus({ preventScroll: true })
  }
  const title = t(person === null ? 'sessions.own' : 'sessions.title')
  return (
    <section ref={section} className="set-group" id="sessions" aria-busy={items === null && error === null}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
        <EndOthersButton person={person} onEnd={() => void end(endOtherSessions(root))} />
      </h2>
      {error === null ? null : (
        <p className="notice bad" role="alert">
          {tell(messageOf(error))}
          <button type="button" className="button small push" onClick={() => void sessions.load(person)}>
            {t('action.retry')}
          </button>
        </p>
      )}
      {items?.length === 0 ? <p>{t('sessions.none')}</p> : null}
      {items === null || items.length === 0 ? null : (
        <ul className="set-rows" aria-label={title}>
          {items.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => void end(endSession(root, session.id))} />
          ))}
        </ul>
      )}
    </section>
  )
})

/** Keeps the sessions loaded while they are shown. */
function useSessions(person: number | null): void {
  const sessions = sessionsOf(useRoot())
  useEffect(() => {
    const refresh = () => void sessions.load(person)
    refresh()
    window.addEventListener('focus', refresh)
    return () => {
      window.removeEventListener('focus', refresh)
      sessions.forget()
    }
  }, [sessions, person])
}

/** The section, which is scrolled into view once it is loaded, if the address names it. */
function useScrollToHash(isThere: boolean): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '#sessions' && isThere) section.current?.scrollIntoView({ block: 'nearest' })
  }, [hash, isThere])
  return section
}

interface EndOthersButtonProps {
  person: number | null
  onEnd(): void
}

const EndOthersButton = observer(function EndOthersButton({ person, onEnd }: EndOthersButtonProps) {
  const { others } = sessionsOf(useRoot())
  const { t } = useTexts()
  if (others.length < (person === null ? 2 : 1)) return null
  return (
    <button type="button" className="button small push" onClick={onEnd}>
      {t(person === null ? 'sessions.endOthers' : 'sessions.endAll')}
    </button>
  )
})

const SessionRow = observer(function SessionRow({ session, onEnd }: { session: SessionRecord; onEnd(): void }) {
  const root = useRoot()
  const { t } = useTexts()
  const format = useFormat(root.session.user?.dateFormat ?? false)
  const { device, address, current, firstUsed, lastUsed } = session
  const Icon = ICONS[device.kind]
  const name = useDeviceWords()(device)
  return (
    <li className="set session">
      <div className="line">
        <Icon className="icon" aria-hidden="true" />
        <div>
          <div className="set-title">
            {name}
            {current ? <span className="badge accent">{t('sessions.current')}</span> : null}
          </div>
          <div className="set-lead num">
            {[
              address,
              ...(current ? [] : [t('sessions.lastUsed', { when: format.date(lastUsed) })]),
              t('sessions.since', { when: format.date(firstUsed) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </div>
      </div>
      {current ? null : (
        <button
          type="button"
          className="button small"
          aria-label={t('sessions.endOf', { name, address })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </button>
      )}
    </li>
  )
})
