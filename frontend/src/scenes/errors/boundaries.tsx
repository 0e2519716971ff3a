// Keeps an error in one part of the page from affecting the rest.
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx'
import { ScreenFailure } from './ScreenFailure.tsx'

/** Around screens: if one fails, the frame, its uploads and its dialogs keep working. A new address tries again. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return (
    <ErrorBoundary resetKey={key} renderFailure={(retry) => <ScreenFailure onRetry={retry} />}>
      {children}
    </ErrorBoundary>
  )
}

/** Around a part of the frame: if it fails, only that part is missing until the next address. */
export function FramePart({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return (
    <ErrorBoundary resetKey={key} renderFailure={() => null}>
      {children}
    </ErrorBoundary>
  )
}
