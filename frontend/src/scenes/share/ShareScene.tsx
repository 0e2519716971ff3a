// The page of a guest who opened a link, kept very simple. Nobody has to sign in.
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { Mark } from '../../components/Mark.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { endOfLink } from '../../lib/links.ts'
import { placeOfGuestUrl } from '../../lib/paths.ts'
import { prefetchWhenIdle } from '../../lib/prefetch.ts'
import { useGuestPath } from './address.tsx'
import { GuestFailure } from './GuestFailure.tsx'
import { GuestFile } from './GuestFile.tsx'
import { GuestFolder } from './GuestFolder.tsx'
import { guestPart } from './guest-part.tsx'
import type { GuestStageProps } from './GuestStage.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { useGuest } from './useGuest.ts'

const GuestStage = guestPart<GuestStageProps>(async () => (await import('./GuestStage.tsx')).GuestStage)

export const ShareScene = observer(function ShareScene() {
  const { guest, settings } = useGuest()
  const { t } = useTexts()
  const { hash, path } = placeOfGuestUrl(useGuestPath())
  const { state, folder, file, opened, expire } = guest
  // Not before the stage is there: it may have to be fetched first.
  const [isCovered, setCovered] = useState(false)
  useEffect(() => void guest.open(hash, path), [guest, hash, path])
  useEffect(prefetchWhenIdle, [])
  useTitle()
  return (
    <>
      <div className="guest" inert={isCovered}>
        <GuestHead />
        <main id="main" aria-busy={state === 'loading'}>
          {state === 'locked' ? <PasswordCard path={path} /> : null}
          {state === 'failed' ? <GuestFailure path={path} /> : null}
          {state === 'loading' ? <GuestSkeleton /> : null}
          {state === 'ready' && file ? <GuestFile item={file} /> : null}
          {state === 'ready' && folder ? <GuestFolder key={folder.path} folder={folder} /> : null}
        </main>
        <footer>
          <span>{t('guest.sharedWith', { name: settings.Name })}</span>
          {state === 'ready' ? <End expire={expire} /> : null}
        </footer>
        <p className="sr" role="status">
          {state === 'loading' ? t('guest.loading') : ''}
        </p>
      </div>
      {state === 'ready' && opened ? <GuestStage item={opened} onCover={setCovered} /> : null}
    </>
  )
})

/** Shows the name in the browser's title. */
function useTitle(): void {
  const { guest, settings } = useGuest()
  const { t } = useTexts()
  const { state, folder, file, opened } = guest
  const titles = {
    loading: t('guest.loading'),
    locked: t('guest.locked'),
    failed: t('guest.failed'),
    ready: (opened ?? folder ?? file)?.name ?? '',
  }
  const title = titles[state]
  useEffect(() => {
    document.title = `${title === '' ? '' : `${title} · `}${settings.Name}`
  }, [title, settings.Name])
}

const GuestHead = observer(function GuestHead() {
  const { settings, isSignedIn } = useGuest()
  const { t } = useTexts()
  return (
    <header>
      <Mark logo={settings.LogoURL} />
      {settings.Name}
      {!isSignedIn && settings.LoginPage && !settings.HideLoginButton ? (
        <a className="button push" href={`${settings.BaseURL}/login`}>
          {t('login.submit')}
        </a>
      ) : null}
    </header>
  )
})

function End({ expire }: { expire: number }) {
  const { t } = useTexts()
  const { date } = useFormat(true)
  const end = endOfLink(expire)
  return end === null ? null : <span>{t('guest.until', { when: date(end) })}</span>
}

/** Shown after a moment, in the size of the real content. */
function GuestSkeleton() {
  return (
    <div className="guest-skeleton" aria-hidden="true">
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  )
}
