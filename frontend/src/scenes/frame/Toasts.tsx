import { CircleAlert, CircleCheck, Info, LoaderCircle, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { keepFocus } from '../../lib/focus-row.ts'
import type { Toast } from '../../stores/ToastStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

const ICONS = { good: CircleCheck, plain: Info, busy: LoaderCircle, bad: CircleAlert } as const

/** Short messages. Errors interrupt a screen reader, others wait. Its buttons are found, but not read out. */
export const Toasts = observer(function Toasts() {
  const { toasts } = useRoot().toasts
  const { t } = useTexts()
  return (
    <section
      className="toasts"
      aria-label={t('toast.region')}
      aria-live={toasts[0]?.kind === 'bad' ? 'assertive' : 'polite'}
      aria-relevant="additions text"
    >
      {toasts.map((toast) => (
        <ErrorBoundary key={toast.id} resetKey={toast} renderFailure={() => null}>
          <ToastLine toast={toast} />
        </ErrorBoundary>
      ))}
    </section>
  )
})

const ToastLine = observer(function ToastLine({ toast }: { toast: Toast }) {
  const { toasts } = useRoot()
  const { t, tell } = useTexts()
  const { id, kind, action } = toast
  const Icon = ICONS[kind]
  const dismiss = () => {
    toasts.dismiss(id)
    keepFocus()
  }
  const handleAction = () => {
    dismiss()
    void action?.run()
  }
  return (
    <div
      className={`toast ${kind === 'bad' ? 'bad' : ''}`}
      onPointerEnter={() => toasts.hold(id)}
      onPointerLeave={() => toasts.release(id)}
      onFocus={() => toasts.hold(id)}
      onBlur={() => toasts.release(id)}
    >
      <Icon className={`icon ${kind === 'busy' ? 'turning' : ''}`} aria-hidden="true" />
      <span>{tell(toast.message)}</span>
      <div className="acts" aria-live="off">
        {action === null ? null : (
          <button type="button" className="button" onClick={handleAction}>
            {t(action.label)}
          </button>
        )}
        {kind === 'bad' ? <ReportLink /> : null}
        {kind === 'busy' ? null : <IconButton icon={X} label={t('toast.dismiss')} onClick={dismiss} />}
      </div>
    </div>
  )
})

/** Leads to the address where people report problems, if the household has one. */
const ReportLink = observer(function ReportLink() {
  const { ReportURL, DisableExternal } = useRoot().settings
  const { t } = useTexts()
  if (ReportURL === '' || DisableExternal) return null
  return (
    <a className="button" href={ReportURL} target="_blank" rel="noreferrer">
      {t('toast.report')}
    </a>
  )
})
