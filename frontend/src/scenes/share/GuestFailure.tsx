import { RotateCw } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { messageOf } from '../../api/error-message.ts'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { guestUrl } from '../../lib/paths.ts'
import { GuestLink } from './address.tsx'
import { useGuest } from './useGuest.ts'

/** A link that opens nothing, explained, with a way on if there is one. It does not reveal what there was. */
export const GuestFailure = observer(function GuestFailure({ path }: { path: string }) {
  const { guest } = useGuest()
  const { t } = useTexts()
  const code = guest.error?.code
  const toTop =
    path === '/' ? null : (
      <GuestLink className="button primary" to={guestUrl(guest.hash)}>
        {t('guest.toTop')}
      </GuestLink>
    )
  if (code === 'notFound')
    return (
      <Empty
        art="signpost"
        isPage
        title={t('guest.failed')}
        lead={path === '/' ? t('guest.failedLead') : t('guest.missingLead')}
        code="404"
      >
        {toTop}
      </Empty>
    )
  if (code === 'forbidden')
    return (
      <Empty art="door" isPage title={t('guest.closed')} lead={t('guest.closedLead')} code="403">
        {toTop}
      </Empty>
    )
  return <PassingFailure path={path} />
})

/** A failure that another try may resolve. */
const PassingFailure = observer(function PassingFailure({ path }: { path: string }) {
  const { guest } = useGuest()
  const { t, tell } = useTexts()
  const { error } = guest
  return (
    <Empty
      art="cup"
      isPage
      title={t(error?.code === 'network' ? 'failure.network' : 'failure.internal')}
      lead={error === null ? '' : tell(messageOf(error))}
    >
      <button type="button" className="button primary" onClick={() => void guest.retry(path)}>
        <RotateCw className="icon" aria-hidden="true" />
        {t('action.retry')}
      </button>
    </Empty>
  )
})
