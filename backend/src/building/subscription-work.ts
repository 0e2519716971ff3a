// Builds what fetches outside calendars, in a worker.
import { createSubscriptionWork } from '../features/calendar/subscriptions/work.ts'
import { createDialler } from '../lib/dial/index.ts'
import type { JobWork } from '../jobs/types.ts'
import type { Services } from '../services.ts'

export function buildSubscriptionWork(services: Services): JobWork<never, never> {
  const { access, children, config, ground, people, settings, subscriptionStore: store } = services
  return createSubscriptionWork({
    store,
    access,
    children: children.looks,
    dialler: createDialler({ privateAddresses: config.IMPORT_PRIVATE_ADDRESSES }),
    actorOf: async (owner) => {
      const [account, { rules }] = await Promise.all([people.stored(owner), settings.fresh()])
      return account ? access.actorOf(account.user, rules) : null
    },
    now: ground.now,
    log: ground.log,
  })
}
