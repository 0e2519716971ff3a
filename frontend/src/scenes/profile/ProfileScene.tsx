// The profile: the person's preferences, the password, and the other sessions.
import { observer } from 'mobx-react-lite'
import { Avatar } from '../../components/Avatar.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { SessionRows } from '../sessions/SessionRows.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PreferenceRows } from './PreferenceRows.tsx'
import { PushRows } from './PushRows.tsx'

export const ProfileScene = observer(function ProfileScene() {
  const { session, settings, usage } = useRoot()
  const { t } = useTexts()
  const format = useFormat()
  const { user } = session
  if (user === null) return null
  return (
    <div className="column">
      <div className="person-head">
        <Avatar name={user.username} size="lg" />
        <div>
          <h2 dir="auto">{user.username}</h2>
          <p className="muted num">
            {[
              t(user.perm.admin ? 'people.admin' : 'people.member'),
              ...(usage.usage === null ? [] : [t('profile.used', { size: format.size(usage.usage.used) })]),
            ].join(' · ')}
          </p>
        </div>
      </div>
      <PreferenceRows user={user} />
      <PushRows />
      {user.lockPassword || settings.NoAuth ? null : <PasswordForm user={user} />}
      {settings.NoAuth ? null : <SessionRows person={null} />}
    </div>
  )
})
