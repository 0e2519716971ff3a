import { createContext, type ReactNode, startTransition, useContext, useEffect, useLayoutEffect, useState } from 'react'
import { Router } from 'react-router-dom'
import type { LeaveGuard, PageHistory } from '../lib/page-history.ts'

const HistoryContext = createContext<PageHistory | null>(null)

export interface PageRouterProps {
  history: PageHistory
  /** What all addresses of the page begin with. */
  basename: string
  children: ReactNode
}

/** Draws what belongs to the address. What it shows stays until the next is there. */
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

/** Has a guard asked before the path that is shown is left. */
export function useLeaveGuard({ holds, ask }: LeaveGuard): void {
  const history = useContext(HistoryContext)
  useEffect(() => history?.hold({ holds, ask }), [history, holds, ask])
}
