import type { ReactNode } from 'react'
import { ErrorBoundary } from '../components/ErrorBoundary.tsx'
import { DialogFailure } from './DialogFailure.tsx'

export interface DialogBoundaryProps {
  onClose(): void
  children: ReactNode
}

/** Keeps an error in a dialog from breaking the screen below it and other dialogs. */
export const DialogBoundary = ({ onClose, children }: DialogBoundaryProps) => (
  <ErrorBoundary renderFailure={(retry) => <DialogFailure kind="internal" onRetry={retry} onClose={onClose} />}>
    {children}
  </ErrorBoundary>
)
