// How entries become one, and how many are kept.
import { ACTIVITY_KEPT_DAYS } from '../../../contract/activity-kinds.ts'
import { ACTIVITY_MAX, ACTIVITY_NAMES_MAX, ACTIVITY_OF_PERSON_MAX } from '../../../contract/limits.ts'
import type { KeptActivity } from './model.ts'

const DAY_MS = 86_400_000
/** What one person does in one folder within this time of the last is one entry. */
const TOGETHER_MS = 10 * 60_000
/** Entries among which a new one looks for one that it belongs to. */
const LOOKED_AT = 20

/**
 * The entries with more of them: newest first, without what is too old or too much. Processes write down what they have
 * done at different times, so that what is added may be older than what is there.
 */
export function withMore(kept: readonly KeptActivity[], more: readonly KeptActivity[], now: number): KeptActivity[] {
  let items = [...kept]
  for (const entry of more) items = inOrder(withEntry(items, entry))
  return limited(items.filter(({ at }) => at > now - ACTIVITY_KEPT_DAYS * DAY_MS))
}

/** Sorted, where the first is not the newest, which is rare. */
const inOrder = (items: KeptActivity[]): KeptActivity[] =>
  (items[0]?.at ?? 0) >= (items[1]?.at ?? 0) ? items : items.toSorted((a, b) => b.at - a.at)

function withEntry(items: readonly KeptActivity[], entry: KeptActivity): KeptActivity[] {
  const other = items.slice(0, LOOKED_AT).find((one) => isTogether(one, entry))
  if (other === undefined) return [entry, ...items]
  const [earlier, later] = other.at <= entry.at ? [other, entry] : [entry, other]
  const fresh = later.names.filter((name) => !earlier.names.includes(name))
  const joined: KeptActivity = {
    ...earlier,
    id: other.id,
    at: later.at,
    names: [...fresh, ...earlier.names].slice(0, ACTIVITY_NAMES_MAX),
    // Beyond the names that are kept nobody knows whether one has come before.
    count: earlier.count + later.count - (later.names.length - fresh.length),
  }
  return [joined, ...items.filter((one) => one !== other)]
}

function isTogether(one: KeptActivity, another: KeptActivity): boolean {
  const [earlier, later] = one.at <= another.at ? [one, another] : [another, one]
  const isSamePlace = earlier.by?.id === later.by?.id && earlier.folder === later.folder
  if (!isSamePlace || later.at - earlier.at >= TOGETHER_MS) return false
  // What somebody adds and goes on writing was added.
  if (earlier.kind === 'added' && later.kind === 'changed')
    return later.names.every((name) => earlier.names.includes(name))
  // A new name of one thing is told by itself.
  const isNamed = earlier.from?.name !== undefined || later.from?.name !== undefined
  return earlier.kind === later.kind && !isNamed && earlier.from?.folder === later.from?.folder
}

/** So that one busy person leaves room for the others. */
function limited(items: readonly KeptActivity[]): KeptActivity[] {
  const counts = new Map<number | undefined, number>()
  return items
    .filter(({ by }) => {
      const count = (counts.get(by?.id) ?? 0) + 1
      counts.set(by?.id, count)
      return count <= ACTIVITY_OF_PERSON_MAX
    })
    .slice(0, ACTIVITY_MAX)
}
