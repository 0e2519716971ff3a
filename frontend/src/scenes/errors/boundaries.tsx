// What goes wrong in one place of the page stays there.
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx'
import { ScreenFailure } from './ScreenFailure.tsx'

/**
 * Round screens, as those of the frame: it, its uploads and its dialogs go on where one breaks. Another address is
 * another try.
 */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return (
    <ErrorBoundary resetKey={key} renderFailure={(retry) => <ScreenFailure onRetry={retry} />}>
      {children}
    </ErrorBoundary>
  )
}

/** Round a part of the frame: where it breaks, it alone is missing until the next address. */
export function FramePart({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return (
    <ErrorBoundary resetKey={key} renderFailure={() => null}>
      {children}
    </ErrorBoundary>
  )
}
