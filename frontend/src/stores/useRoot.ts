import { createContext, useContext } from 'react'
import type { RootStore } from './RootStore.ts'

export const RootContext = createContext<RootStore | null>(null)

/** The stores of the page. */
export function useRoot(): RootStore {
  const root = useContext(RootContext)
  if (root === null) throw new Error('useRoot needs a RootContext above')
  return root
}
