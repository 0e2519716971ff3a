// The page of a guest who came by a link: the calmest of all. Nobody has to sign in.
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Mark } from '../../components/Mark.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { endOfLink } from '../../lib/links.ts'
import { placeOfGuestUrl } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useScreen } from '../frame/useScreen.ts'
import { GuestFailure } from './GuestFailure.tsx'
import { GuestFile } from './GuestFile.tsx'
import { GuestFolder } from './GuestFolder.tsx'
import { GuestStage } from './GuestStage.tsx'
import { PasswordCard } from './PasswordCard.tsx'

export const ShareScene = observer(function ShareScene() {
  const { guest, session, settings } = useRoot()
  const { t } = useTexts()
  const { hash, path } = placeOfGuestUrl(useLocation().pathname)
  const { state, folder, file, opened, expire } = guest
  // Where a session ends meanwhile, all is forgotten, and a guest's page is asked for again.
  const userId = session.user?.id
  useEffect(() => void guest.open(hash, path), [guest, hash, path, userId])
  const titles = {
    loading: t('guest.loading'),
    locked: t('guest.locked'),
    failed: t('guest.failed'),
    ready: (opened ?? folder ?? file)?.name ?? '',
  }
  useScreen({ title: titles[state] })
  return (
    <>
      <div className="guest" inert={opened !== null}>
        <header>
          <Mark logo={settings.LogoURL} />
          {settings.Name}
          {session.user === null && settings.LoginPage && !settings.HideLoginButton ? (
            <Link className="button push" to="/login">
              {t('login.submit')}
            </Link>
          ) : null}
        </header>
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
      {state === 'ready' && opened ? <GuestStage item={opened} /> : null}
    </>
  )
})

function End({ expire }: { expire: number }) {
  const { t } = useTexts()
  const { date } = useFormat(true)
  const end = endOfLink(expire)
  return end === null ? null : <span>{t('guest.until', { when: date(end) })}</span>
}

/** Stands there after a moment, in the measure of what comes. */
function GuestSkeleton() {
  return (
    <div className="guest-skeleton" aria-hidden="true">
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  )
}
