import { createContext, useContext } from 'react'
import type { PublicSettings } from '../../../../backend/contract/settings.ts'
import type { GuestStore } from '../../stores/GuestStore.ts'

/** What a guest's page works with. */
export interface GuestPage {
  guest: GuestStore
  settings: PublicSettings
  /** Whether somebody is signed in in this browser. The guest's page is the same for them. */
  isSignedIn: boolean
}

export const GuestContext = createContext<GuestPage | null>(null)

export function useGuest(): GuestPage {
  const page = useContext(GuestContext)
  if (page === null) throw new Error('useGuest needs a GuestContext above')
  return page
}
