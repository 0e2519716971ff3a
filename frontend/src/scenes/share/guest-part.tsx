import type { ComponentType } from 'react'
import { type Fetched, fetched } from '../../components/fetched.tsx'
import { PartFailure } from '../errors/PartFailure.tsx'

/** What a guest sees only of an opened file: fetched when it is, or before when there is time. */
export const guestPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): Fetched<Props> =>
  fetched({ load, isPrefetched: true, renderFailure: (_, missing) => <PartFailure {...missing} /> })
