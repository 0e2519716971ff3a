import type { ComponentType } from 'react'
import { type Fetched, fetched } from '../../components/fetched.tsx'
import { withTexts } from '../../i18n/index.ts'
import { PartFailure } from '../errors/PartFailure.tsx'

/** A part that a guest needs only for an opened file: fetched then, or earlier in idle time. */
export const guestPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): Fetched<Props> =>
  fetched({ load: withTexts(load), isPrefetched: true, renderFailure: (_, missing) => <PartFailure {...missing} /> })
