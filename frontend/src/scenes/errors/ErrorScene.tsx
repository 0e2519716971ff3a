import { observer } from 'mobx-react-lite'
import { useNavigate } from 'react-router-dom'
import { Mark } from '../../components/Mark.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useScreen } from '../frame/useScreen.ts'
import { Failure, type FailureKind } from './Failure.tsx'

const STATUS: Record<Exclude<FailureKind, 'network'>, number> = { forbidden: 403, notFound: 404, internal: 500 }

export interface ErrorSceneProps {
  kind: Exclude<FailureKind, 'network'>
}

/** The pages /403, /404 and /500, which anybody may open. */
export const ErrorScene = observer(function ErrorScene({ kind }: ErrorSceneProps) {
  const { settings, session } = useRoot()
  const { t } = useTexts()
  const navigate = useNavigate()
  useScreen({ title: t(`failure.${kind}`) })
  const failure = (
    <Failure
      kind={kind}
      code={String(STATUS[kind])}
      isPage
      {...(kind === 'internal' ? { onRetry: () => void navigate(-1) } : {})}
    />
  )
  if (session.user !== null)
    return (
      <main className="panel" id="main">
        <div className="panel-body">{failure}</div>
      </main>
    )
  return (
    <div className="error-page">
      <header className="line">
        <Mark logo={settings.LogoURL} />
        <span>{settings.Name}</span>
      </header>
      <main id="main">{failure}</main>
    </div>
  )
})
