// Builds the calendars.
import { randomUUID } from 'node:crypto'
import { createCached } from '../database/cached.ts'
import type { Access } from '../features/access/access.ts'
import { AttachedFiles } from '../features/calendar/attached.ts'
import { CalendarLists } from '../features/calendar/calendars.ts'
import { CalendarDevices } from '../features/calendar/devices.ts'
import { Collections } from '../features/calendar/dav/collections.ts'
import { CalendarExports } from '../features/calendar/exporting.ts'
import { CalendarFeeds } from '../features/calendar/feeds.ts'
import { CalendarImports } from '../features/calendar/importing.ts'
import { CalendarKeys } from '../features/calendar/keys.ts'
import { bookModel, CALENDARS, keysModel, partModel } from '../features/calendar/model.ts'
import { CalendarNews } from '../features/calendar/news.ts'
import { CalendarReading } from '../features/calendar/reading.ts'
import { CalendarReminders } from '../features/calendar/reminding.ts'
import { HouseCalendar } from '../features/calendar/service.ts'
import { CalendarStore } from '../features/calendar/store.ts'
import { Holidays } from '../features/calendar/holidays/service.ts'
import { HouseSubscriptions } from '../features/calendar/subscribing.ts'
import { OutsideCalendars } from '../features/calendar/subscriptions/showing.ts'
import { subscribedModel, subscriptionsModel, SubscriptionStore } from '../features/calendar/subscriptions/store.ts'
import type { Events } from '../features/events/service.ts'
import { ReminderAnswers } from '../features/reminders/answers.ts'
import { answersModel, ownRemindersModel } from '../features/reminders/model.ts'
import { tellOfReminders } from '../features/reminders/news.ts'
import { OwnReminders } from '../features/reminders/own.ts'
import { HouseReminders } from '../features/reminders/service.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { Storage } from '../storage/types.ts'
import type { ContentServices } from './content.ts'
import type { Ground } from './ground.ts'
import type { PeopleServices } from './people.ts'

export interface CalendarParts {
  access: Access
  storage: Storage
  people: PeopleServices
  content: ContentServices
  jobQueue: JobQueue
}

const newId = (): string => randomUUID().replaceAll('-', '')

export function buildCalendar(ground: Ground, parts: CalendarParts) {
  const { access, storage, people, content } = parts
  const { database, changeCounters, now, keep } = ground
  const models = { books: bookModel(database), parts: partModel(database) }
  const store = keep(new CalendarStore({ ...models, changeCounters, now, newId }))
  const keys = new CalendarKeys({ model: keysModel(database), now })
  people.userRemovals.onEnd((id) => Promise.all([store.removeAllOf(id), keys.removeAllOf(id)]))
  const attached = new AttachedFiles({ access, tree: content.tree, pointers: storage.pointers, store })
  const everybody = createCached({ changeCounters, name: 'users', load: people.people.all }).get
  const exports = new CalendarExports({ store, now })
  const ownReminders = new OwnReminders({ model: ownRemindersModel(database), changeCounters })
  const { outside, ...subscriptions } = buildSubscriptions(ground, parts)
  const reading = new CalendarReading({ store, attached, outside, ownReminders, everybody })
  return {
    ...subscriptions,
    calendarStore: store,
    calendarReading: reading,
    calendar: new HouseCalendar({ store, attached, reading, access, ownReminders, everybody, now, newId }),
    reminders: buildReminders(ground, { store, people, reading, ownReminders }),
    calendarLists: new CalendarLists({ store, access, newId }),
    calendarImports: new CalendarImports({ store, access, children: content.children.looks, now, newId }),
    calendarExports: exports,
    calendarCollections: new Collections({ store, access, children: content.children.looks, everybody, now, newId }),
    ...buildOutside(people, { keys, exports }),
  }
}

/** What programs of other makers read the calendars with: by passwords of devices, and private addresses. */
function buildOutside(
  { people, signingIn, guessing, audit }: PeopleServices,
  { keys, exports }: { keys: CalendarKeys; exports: CalendarExports },
) {
  const { attempts } = guessing
  const most = guessing.most.address
  const personOf = (id: number) => signingIn.personOf(id)
  return {
    calendarDevices: new CalendarDevices({
      keys,
      numberOf: async (username) => (await people.named(username))?.user.id ?? null,
      personOf,
      attempts,
      audit,
      most,
    }),
    calendarFeeds: new CalendarFeeds({ keys, exports, personOf, attempts, audit, most }),
  }
}

interface RemindersParts {
  store: CalendarStore
  people: PeopleServices
  reading: CalendarReading
  ownReminders: OwnReminders
}

function buildReminders(
  { database, changeCounters, now }: Ground,
  { store, people, reading, ownReminders: own }: RemindersParts,
): HouseReminders {
  const answers = new ReminderAnswers({ model: answersModel(database), changeCounters, now })
  people.userRemovals.onEnd((id) => Promise.all([own.removeAllOf(id), answers.removeAllOf(id)]))
  return new HouseReminders({ calendar: new CalendarReminders(store), reading, own, answers, now })
}

/** Outside calendars. */
function buildSubscriptions(ground: Ground, { access, people, content, jobQueue: queue }: CalendarParts) {
  const { database, changeCounters, now, log } = ground
  const models = { lists: subscriptionsModel(database), events: subscribedModel(database) }
  const store = new SubscriptionStore({ ...models, changeCounters })
  people.userRemovals.onEnd((id) => store.removeAllOf(id))
  const holidays = new Holidays({ children: content.children.looks })
  const workers = () => changeCounters.workers()
  return {
    subscriptionStore: store,
    holidays,
    outside: new OutsideCalendars({ store, holidays, log }),
    calendarSubscriptions: new HouseSubscriptions({
      store,
      queue,
      holidays,
      access,
      audit: people.audit,
      workers,
      now,
      newId,
    }),
  }
}

/** Tells open pages of changes. */
export function tellCalendar(
  { changeCounters, log }: Ground,
  {
    calendarStore,
    subscriptionStore,
    events,
  }: { calendarStore: CalendarStore; subscriptionStore: SubscriptionStore; events: Events },
): CalendarNews {
  tellOfReminders({ changeCounters, calendars: CALENDARS, events })
  return new CalendarNews({ store: calendarStore, outside: subscriptionStore, changeCounters, events, log })
}
