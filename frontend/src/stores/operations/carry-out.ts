// Changes of files that the server may continue after answering.
import { hasEnded } from '../../../../backend/contract/operation-states.ts'
import { ApiError } from '../../api/http.ts'
import type { Change } from '../../api/resources.ts'
import type { RootStore } from '../RootStore.ts'
import type { Work } from './Work.ts'

/** What is changed, and how. */
export interface Changed extends Change {
  path: string
}

/**
 * How often a change is asked for while an earlier one is at work there, as bytes are copied behind a name that was
 * given a moment ago. The server lets each try wait for half a minute.
 */
const TRIES = 20
const PAUSE_MS = 1000

type Doors = Pick<RootStore, 'api' | 'operations'>

/**
 * Moves, renames or copies, and waits until everybody sees that. Returns the id of the operation if it still copies
 * behind that.
 * @throws ApiError also if it was undone, failed, or cannot be queried
 */
export async function carryOut({ api, operations }: Doors, changed: Changed, work?: Work): Promise<string | null> {
  const operation = await begin(api, changed, work)
  if (operation === null) return null
  return hasEnded(await operations.wait(operation, work)) ? null : operation
}

/** What was moved, and the operation that still copied then. */
export interface Moved {
  from: string
  to: string
  operation: string | null
}

/**
 * Brings back what was moved. While it is still copied this is a turn back, which everybody sees at once: another move
 * would have to wait for the end of the first.
 * @throws ApiError as `carryOut`
 */
export async function bringBack(doors: Doors, { from, to, operation }: Moved): Promise<void> {
  if (operation !== null && (await isTurnedBack(doors, operation))) return
  await carryOut(doors, { path: to, action: 'rename', destination: from })
}

async function isTurnedBack({ api }: Doors, operation: string): Promise<boolean> {
  try {
    await api.operations.cancel(operation)
    return true
  } catch (error) {
    // It is over, or somebody has gone on from there.
    if (error instanceof ApiError && (error.code === 'conflict' || error.code === 'notFound')) return false
    throw error
  }
}

/** @throws ApiError */
async function begin(api: Doors['api'], { path, ...change }: Changed, work?: Work): Promise<string | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await api.resources.change(path, change, work?.id)
    } catch (error) {
      const isHeld = error instanceof ApiError && error.code === 'locked'
      if (!isHeld || tries === TRIES || work?.isCancelled === true) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
