// What a bucket's ledger says: how much lies in the scopes of people with a quota, and what writes under way may add.
// Plain calculation; who keeps it is `ledgers.ts`.
import { placeOfText, type Place } from '../../storage/paths.ts'

/** Room that a write under way may take. */
export interface Claim {
  id: string
  /** `pathText` of the file, or of the folder that an operation brings things to. */
  at: string
  /** Bytes that lie at or below `at` when the write is over, at most. */
  bytes: number
  /** By how many of them that is more than what lies there now, at most. */
  grows: number
  /** Milliseconds since 1970 until which it counts unless it is renewed; 0 for one that counts until it is ended. */
  until: number
  /** True once the write is over while somebody counts, who may have seen it or not. */
  isOver: boolean
}

export interface Ledger {
  /** Bytes in scopes (by `pathText`): at least what lies there, without what is claimed. */
  sums: Record<string, number>
  claims: Claim[]
  /** Of old versions: when a scope was counted last, and how long that took, in milliseconds. */
  counted?: Record<string, { at: number; took: number }>
  /** Who counts a scope at S3. Until then, or until this time, nobody claims anything. */
  counting: { by: string; until: number } | null
}

/** What a claim is measured by. */
export interface Limit {
  scope: string
  quota: number
}

/** A claim that is asked for: `bytes` of it at least, `most` of them where there is room. */
export interface ReservationRequest extends Omit<Claim, 'isOver'>, Limit {
  most: number
}

/** How a scope was found at S3: its bytes, and those at or below each place that a claim or a wish is about. */
export interface Count {
  scope: string
  bytes: number
  at: ReadonlyMap<string, number>
}

export const EMPTY: Ledger = { sums: {}, claims: [], counting: null }

const isWithin = (at: string, scope: string): boolean => at === scope || at.startsWith(`${scope}/`)
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
const within = (ledger: Ledger, scope: string): Claim[] => ledger.claims.filter((claim) => isWithin(claim.at, scope))

function put(ledger: Ledger, { id, at, until }: ReservationRequest, bytes: number, grows: number): void {
  ledger.claims = [...ledger.claims.filter((claim) => claim.id !== id), { id, at, bytes, grows, until, isOver: false }]
}

/**
 * Takes a claim if all that is claimed fits for certain. Answers the bytes it got, or null where only a count can tell.
 * @param known bytes of the scope as the index has them: it may have seen what the ledger cannot know of, such as files
 * of other tools
 */
export function claim(ledger: Ledger, wish: ReservationRequest, known: number): number | null {
  const lies = ledger.sums[wish.scope]
  if (lies === undefined) return null
  const kept = ledger.claims.find(({ id }) => id === wish.id)
  const grows = kept ? Math.max(0, kept.grows + wish.bytes - kept.bytes) : wish.grows
  const others = sum(
    within(ledger, wish.scope)
      .filter((one) => one !== kept)
      .map((one) => one.grows),
  )
  const left = wish.quota - Math.max(lies, known) - others - grows
  if (left < 0 && grows > 0) return null
  if (kept && kept.bytes >= wish.bytes && kept.until >= wish.until) return kept.bytes
  const extra = Math.max(0, Math.min(wish.most - wish.bytes, left))
  put(ledger, wish, wish.bytes + extra, grows + extra)
  return wish.bytes + extra
}

/** Puts down what a count found. What ended while it went on is in the sum from now on. */
export function enterCount(ledger: Ledger, count: Count): void {
  for (const one of within(ledger, count.scope)) one.grows = Math.max(0, one.bytes - (count.at.get(one.at) ?? 0))
  // A scope in this one, or around it, knows of no such look at its claims: it is counted when somebody asks.
  for (const scope of Object.keys(ledger.sums))
    if (isWithin(scope, count.scope) || isWithin(count.scope, scope)) delete ledger.sums[scope]
  ledger.sums[count.scope] = count.bytes
  for (const { id } of ledger.claims.filter(({ isOver }) => isOver)) fold(ledger, id)
  ledger.counting = null
}

/** The same as `claim` by a count of this moment, which is exact. Answers null where there is no room. */
export function claimCounted(ledger: Ledger, wish: ReservationRequest, count: Count): number | null {
  const lies = count.at.get(wish.at) ?? 0
  const grows = Math.max(0, wish.bytes - lies)
  const left = wish.quota - exactSum(ledger, wish, count)
  if (left < 0 && grows > 0) return null
  // Where room is short nobody takes all of it in advance.
  const extra = Math.max(0, Math.min(wish.most - wish.bytes, Math.floor(left / 2)))
  put(ledger, wish, wish.bytes + extra, grows + extra)
  return wish.bytes + extra
}

/**
 * What lies in a scope when all that is claimed, and the wish, has happened. Of several files for one name the biggest
 * may be the one that stays.
 */
function exactSum(ledger: Ledger, wish: ReservationRequest, count: Count): number {
  const most = new Map<string, number>()
  for (const { at, bytes } of [...within(ledger, count.scope).filter(({ id }) => id !== wish.id), wish])
    most.set(at, Math.max(bytes, most.get(at) ?? 0))
  return (
    (ledger.sums[count.scope] ?? 0) + sum([...most].map(([at, bytes]) => Math.max(0, bytes - (count.at.get(at) ?? 0))))
  )
}

/**
 * That a claim is over: whether the write may have happened, and what it came to where that is less than what was
 * claimed.
 */
export interface Over {
  id: string
  tookEffect: boolean
  bytes?: number
}

/** Ends a claim. What was written counts as grown from now on, in every scope that it lies in. */
export function end(ledger: Ledger, { id, tookEffect, bytes }: Over): void {
  const ended = ledger.claims.find((one) => one.id === id)
  if (!ended || ended.isOver) return
  if (bytes !== undefined && bytes < ended.bytes) {
    ended.grows = Math.max(0, ended.grows - (ended.bytes - bytes))
    ended.bytes = bytes
  }
  if (!tookEffect) ledger.claims = ledger.claims.filter((one) => one !== ended)
  else if (ledger.counting) ended.isOver = true
  else fold(ledger, id)
}

function fold(ledger: Ledger, id: string): void {
  const ended = ledger.claims.find((one) => one.id === id)
  if (!ended) return
  for (const [scope, bytes] of Object.entries(ledger.sums))
    if (isWithin(ended.at, scope)) ledger.sums[scope] = bytes + ended.grows
  ledger.claims = ledger.claims.filter((one) => one !== ended)
}

/**
 * Ends what nobody has renewed: a lost replica's write may have happened or not, so it counts as grown until somebody
 * counts.
 */
export function lapse(ledger: Ledger, now: number): void {
  if (ledger.counting && ledger.counting.until <= now) {
    ledger.counting = null
    for (const { id } of ledger.claims.filter(({ isOver }) => isOver)) fold(ledger, id)
  }
  for (const { id } of ledger.claims.filter(({ until }) => until > 0 && until <= now))
    end(ledger, { id, tookEffect: true })
}

/** The places whose bytes a count of a scope has to tell. */
export function placesToCount(ledger: Ledger, scope: string, wishes: readonly ReservationRequest[]): Place[] {
  const texts = [...within(ledger, scope), ...wishes.filter((wish) => wish.scope === scope)].map(({ at }) => at)
  return [...new Set(texts)].map(placeOfText)
}

/**
 * Enters what has become of old versions. Where somebody counts nobody knows whether they were seen: more counts once
 * more, less does not count.
 */
export function changeHistory(
  ledger: Ledger,
  { at, bytes }: { at: string; bytes: number | null },
  newId: () => string,
): void {
  for (const [scope, lies] of Object.entries(ledger.sums)) {
    if (bytes !== null && isWithin(at, scope)) ledger.sums[scope] = ledger.counting ? lies : Math.max(0, lies + bytes)
    else if (isWithin(at, scope) || isWithin(scope, at)) delete ledger.sums[scope]
  }
  if (ledger.counting && bytes !== null && bytes > 0)
    ledger.claims.push({ id: newId(), at, bytes, grows: bytes, until: 0, isOver: true })
}
