// Changes of files that the server may continue after answering.
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
 * Moves, renames or copies, and waits until everybody sees that.
 * @throws ApiError also if it was undone, failed, or cannot be queried
 */
export async function carryOut({ api, operations }: Doors, changed: Changed, work?: Work): Promise<void> {
  const operation = await begin(api, changed, work)
  if (operation !== null) await operations.wait(operation, work)
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
