// What people did in the folders that a person sees.
import type { Activity, ActivityEntry } from '../../../contract/activity.ts'
import type { ActivityQuery } from '../../../contract/calls/activity.ts'
import { ACTIVITY_PAGE } from '../../../contract/limits.ts'
import type { People } from '../users/people.ts'
import type { Actor } from '../access/actor.ts'
import type { Tree } from '../tree/service.ts'
import type { ActivityLog } from './log.ts'
import type { KeptActivity } from './model.ts'
import { type Seeing, seenActivity } from './presenting.ts'

export interface ActivitiesOptions {
  activityLog: Pick<ActivityLog, 'of'>
  tree: Seeing & Pick<Tree, 'bucketsOf'>
  people: Pick<People, 'get'>
}

/** An entry of a page, and where it is in the order of time. */
interface Placed {
  position: string
  entry: ActivityEntry
}

/** Times of 13 digits sort as strings until the year 2286. */
const positionOf = ({ at, id }: KeptActivity): string => `${at}-${id}`

export class Activities {
  readonly #options: ActivitiesOptions

  constructor(options: ActivitiesOptions) {
    this.#options = options
  }

  /** A page of what happened, newest first. */
  async list(actor: Actor, query: ActivityQuery): Promise<Activity> {
    const seen = await this.#seenBy(actor)
    const people = [...new Set(seen.flatMap(({ entry: { who } }) => who ?? []))].toSorted((a, b) => a.localeCompare(b))
    const { cursor } = query
    const wanted = seen.filter(
      ({ position, entry }) => matches(actor, entry, query) && (cursor === undefined || position < cursor),
    )
    const page = wanted.slice(0, ACTIVITY_PAGE)
    return {
      items: page.map(({ entry }) => entry),
      people,
      cursor: wanted.length > page.length ? (page.at(-1)?.position ?? null) : null,
    }
  }

  /** All that a person may see, newest first. */
  async #seenBy(actor: Actor): Promise<Placed[]> {
    const { activityLog, tree } = this.#options
    const kept = (await Promise.all(tree.bucketsOf(actor).map((bucket) => activityLog.of(bucket)))).flat()
    // What went from one bucket to another is in both.
    const distinct = [...new Map(kept.map((one) => [one.id, one])).values()]
    const names = await this.#namesOf(distinct)
    return distinct
      .flatMap((one) => {
        const entry = seenActivity(tree, actor, one)
        const who = one.by === null ? null : (names.get(one.by.id) ?? null)
        return entry === null ? [] : [{ position: positionOf(one), entry: { ...entry, who } }]
      })
      .toSorted((a, b) => (a.position < b.position ? 1 : -1))
  }

  /** What the people are called now; for those who are gone, what they were called. */
  async #namesOf(kept: readonly KeptActivity[]): Promise<Map<number, string>> {
    const before = new Map(kept.flatMap(({ by }) => (by === null || by.name === '' ? [] : [[by.id, by.name] as const])))
    const ids = new Set(kept.flatMap(({ by }) => by?.id ?? []))
    const names = await Promise.all(
      [...ids].map(async (id) => [id, (await this.#options.people.get(id))?.user.username ?? before.get(id)] as const),
    )
    return new Map(names.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])))
  }
}

function matches({ mounts }: Actor, entry: ActivityEntry, { where, who, kind }: ActivityQuery): boolean {
  const shared = `/${mounts.sharedFolder}`
  const isShared = mounts.sharedFolder !== '' && (entry.folder === shared || entry.folder.startsWith(`${shared}/`))
  return (
    (where === undefined || isShared === (where === 'shared')) &&
    (who === undefined || entry.who === who) &&
    (kind === undefined || entry.kind === kind)
  )
}
