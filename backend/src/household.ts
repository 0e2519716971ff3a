// What a process does beside answering requests. Any process of a household may do any of it: what one alone is to do
// goes by leases.
import { HouseKeeper } from './database/house-keeping.ts'
import { makeFirstAdmin } from './features/users/first-admin.ts'
import type { Services } from './services.ts'

export interface Jobs {
  /** Waits for what is under way. */
  stop(): Promise<void>
}

/** Deletes what is over, carries on what lost processes have left, writes down what was counted. */
export async function keepHouse({ ground, userRemovals }: Services): Promise<Jobs> {
  const { leases, log, parts } = ground
  const tasks = parts.flatMap((part) => part.tasks ?? [])
  // What a process does for itself is short, and waits for nobody's long one.
  const keepers = [true, false].map(
    (isOwn) => new HouseKeeper({ leases, tasks: tasks.filter((task) => (task.isOwn ?? false) === isOwn), log }),
  )
  await userRemovals.resume()
  for (const keeper of keepers) keeper.start()
  return { stop: async () => void (await Promise.all(keepers.map((keeper) => keeper.stop()))) }
}

/** Makes the administrator of a new household; `print` tells the password, once. */
export const openHousehold = (services: Services, print: (line: string) => void): Promise<void> =>
  makeFirstAdmin({
    username: services.config.ADMIN_USERNAME,
    password: services.config.ADMIN_PASSWORD,
    leases: services.ground.leases,
    people: services.people,
    users: services.users,
    print,
  })
