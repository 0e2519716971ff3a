// Builds what tells people what others did.
import { randomUUID } from 'node:crypto'
import { ActivityLog } from '../features/activity/log.ts'
import { activityModel } from '../features/activity/model.ts'
import { Activities } from '../features/activity/service.ts'
import type { Storage } from '../storage/types.ts'
import type { ContentServices } from './content.ts'
import type { Ground } from './ground.ts'
import type { PeopleServices } from './people.ts'

export interface ActivityParts {
  storage: Storage
  people: PeopleServices
  content: ContentServices
}

export function buildActivity({ database, log, now, keep }: Ground, { storage, people, content }: ActivityParts) {
  const activityLog = keep(new ActivityLog({ model: activityModel(database), log, now, newId: randomUUID }))
  storage.onMade((change) => activityLog.note(change))
  people.userRemovals.onErased((at) => activityLog.forget(at))
  return { activities: new Activities({ activityLog, tree: content.tree, people: people.people }) }
}
