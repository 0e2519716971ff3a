import { type SyntheticEvent, useState } from 'react'
import { PasswordField } from '../../../components/PasswordField.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import type { PdfState } from '../../../lib/pdf/PdfView.ts'
import { Trouble } from '../Trouble.tsx'
import type { FileSource } from '../viewer.ts'

interface PaperWaitProps {
  /** Of the file, in bytes. */
  size: number
  phase: PdfState['phase']
  source: FileSource
  onUnlock(password: string): void
  onRetry(): void
}

/** What is shown of a PDF before its pages, or in their place. */
export function PaperWait({ size, phase, source, onUnlock, onRetry }: PaperWaitProps) {
  const { t } = useTexts()
  if (phase === 'password' || phase === 'wrong') return <Unlock isWrong={phase === 'wrong'} onUnlock={onUnlock} />
  if (size === 0) return <Trouble kind="pdf" what="empty" source={source} />
  if (phase === 'broken' || phase === 'lost')
    return <Trouble kind="pdf" what={phase} source={source} onRetry={onRetry} />
  return (
    <span className="stage-wait" role="status">
      {t('preview.loading')}
    </span>
  )
}

function Unlock({ isWrong, onUnlock }: { isWrong: boolean; onUnlock(password: string): void }) {
  const { t } = useTexts()
  const [password, setPassword] = useState('')
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    onUnlock(password)
  }
  return (
    <form className="stage-card" onSubmit={handleSubmit}>
      <h2>{t('document.locked')}</h2>
      <PasswordField
        label={t('document.password')}
        value={password}
        autoComplete="off"
        showLabel={t('login.showPassword')}
        hideLabel={t('login.hidePassword')}
        {...(isWrong ? { error: t('document.wrongPassword') } : {})}
        onChange={({ target }) => setPassword(target.value)}
      />
      <button type="submit" className="button primary">
        <span className="label">{t('document.unlock')}</span>
      </button>
    </form>
  )
}
