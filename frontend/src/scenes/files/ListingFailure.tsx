import { observer } from 'mobx-react-lite'
import { useLocation } from 'react-router-dom'
import { pathOfUrl } from '../../lib/paths.ts'
import { shownStatus } from '../../lib/shown-status.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Failure, type FailureKind } from '../errors/Failure.tsx'

/** What went wrong with the requested folder, inside the frame. */
export const ListingFailure = observer(function ListingFailure() {
  const { listing } = useRoot()
  const { pathname } = useLocation()
  const { error } = listing
  if (error === null) return null
  const kind: FailureKind =
    error.code === 'notFound'
      ? 'notFound'
      : error.code === 'forbidden'
        ? 'forbidden'
        : error.code === 'network'
          ? 'network'
          : 'internal'
  const canRetry = kind === 'internal' || kind === 'network'
  return (
    <Failure
      kind={kind}
      code={`${shownStatus(error.status)} · ${readable(pathname)}`}
      path={pathOfUrl(pathname).path}
      {...(canRetry ? { onRetry: () => void listing.retry() } : {})}
    />
  )
})

function readable(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
