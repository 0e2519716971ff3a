import { Lock } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/error-message.ts'
import { PasswordField } from '../../components/PasswordField.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useGuest } from './useGuest.ts'

/** Asks for the password of a link. A wrong one is reported at once. */
export const PasswordCard = observer(function PasswordCard({ path }: { path: string }) {
  const { guest } = useGuest()
  const { t } = useTexts()
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const trouble = useTrouble()
  const shown = isBusy ? undefined : trouble
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || password === '') return
    setBusy(true)
    await guest.unlock(password, path)
    setBusy(false)
    field.current?.select()
    field.current?.focus()
  }
  return (
    <form className="guest-card narrow" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <Lead />
      <PasswordField
        label={t('guest.password')}
        showLabel={t('login.showPassword')}
        hideLabel={t('login.hidePassword')}
        autoComplete="off"
        value={password}
        inputRef={field}
        onChange={(event) => setPassword(event.target.value)}
        {...(shown === undefined ? {} : { error: shown })}
      />
      <button type="submit" className="button primary wide big" aria-busy={isBusy} disabled={password === ''}>
        {t('guest.openLink')}
      </button>
    </form>
  )
})

function Lead() {
  const { t } = useTexts()
  return (
    <div>
      <span className="thumb lg lock">
        <Lock className="icon lg" aria-hidden="true" />
      </span>
      <h1>{t('guest.locked')}</h1>
      <p className="muted">{t('guest.lockedLead')}</p>
    </div>
  )
}

/** Why the last try failed, in words. Call it inside an observer. */
function useTrouble(): string | undefined {
  const { guest } = useGuest()
  const { t, tell } = useTexts()
  const { error, isWrong } = guest
  if (error === null) return undefined
  if (isWrong) return t('guest.wrongPassword')
  return error.code === 'passwordNeeded' ? undefined : tell(messageOf(error))
}
