// Builds push: which devices are told of reminders, and in a worker, what tells them.
import type { CalendarParts } from './calendar.ts'
import type { Ground } from './ground.ts'
import { CALENDARS } from '../features/calendar/model.ts'
import { PushDevices } from '../features/push/devices.ts'
import { PushKeys } from '../features/push/keys.ts'
import { PUSH, pushKeysModel, pushModel, pushPlanModel } from '../features/push/model.ts'
import { PushPlan } from '../features/push/plan.ts'
import { PushSender } from '../features/push/sending.ts'
import { HousePush } from '../features/push/service.ts'
import { PushTeller } from '../features/push/telling.ts'
import { PushTold } from '../features/push/told.ts'
import { REMINDERS } from '../features/reminders/model.ts'
import { createDialler } from '../lib/dial/index.ts'
import type { Services } from '../services.ts'

/** The counters of what changes when people are told. */
export const TOLD_BY = [CALENDARS, REMINDERS, PUSH] as const

export function buildPush({ database, changeCounters, now }: Ground, { people }: Pick<CalendarParts, 'people'>) {
  const model = pushModel(database)
  const devices = new PushDevices({ model, now })
  const keys = new PushKeys(pushKeysModel(database))
  const told = new PushTold({ model, now })
  const plan = new PushPlan({ model: pushPlanModel(database), changeCounters, changes: TOLD_BY, now })
  const accountOf = (id: number) => people.people.get(id)
  const push = new HousePush({ devices, keys, told, accountOf, changeCounters, audit: people.audit, now })
  people.userRemovals.onEnd((id) => devices.removeAllOf(id))
  people.sessions.onEnd((ended) => push.endWith(ended))
  return { push, pushParts: { devices, keys, told, plan } }
}

/** What tells people of reminders. It dials what clients have named as imports do. */
export function buildPushTeller({ ground, config, reminders, people, signingIn, pushParts }: Services): PushTeller {
  const { changeCounters, leases, log, metrics, now } = ground
  const { devices, keys, told, plan } = pushParts
  const dialler = createDialler({ privateAddresses: config.IMPORT_PRIVATE_ADDRESSES })
  return new PushTeller({
    devices,
    told,
    plan: config.WORKER_RESTS ? plan : null,
    sender: new PushSender({ keys, dialler, metrics, log }),
    reminders,
    personOf: (id) => signingIn.personOf(id),
    accountOf: (id) => people.get(id),
    leases,
    changeCounters,
    changes: TOLD_BY,
    log,
    now,
  })
}
