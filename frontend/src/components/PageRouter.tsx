import { createContext, type ReactNode, startTransition, useContext, useEffect, useLayoutEffect, useState } from 'react'
import { Router } from 'react-router-dom'
import type { LeaveGuard, PageHistory } from '../lib/page-history.ts'

const HistoryContext = createContext<PageHistory | null>(null)

export interface PageRouterProps {
  history: PageHistory
  /** The beginning of all addresses of the page. */
  basename: string
  children: ReactNode
}

/** Renders what belongs to the address. The old content stays until the new one is ready. */
export function PageRouter({ history, basename, children }: PageRouterProps) {
  const [{ action, location }, setVisit] = useState(history.visit)
  useLayoutEffect(() => history.listen(() => startTransition(() => setVisit(history.visit))), [history])
  return (
    <HistoryContext value={history}>
      <Router basename={basename} location={location} navigationType={action} navigator={history}>
        {children}
      </Router>
    </HistoryContext>
  )
}

/** Asks a guard before the current path is left. */
export function useLeaveGuard({ holds, ask }: LeaveGuard): void {
  const history = useContext(HistoryContext)
  useEffect(() => history?.hold({ holds, ask }), [history, holds, ask])
}
