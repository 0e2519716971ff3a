// A bucket's ledger: how much is stored in the scopes of people with a quota, and what writes in progress may add. Pure
// calculation; `ledgers.ts` stores it.
import { placeOfText, type Place } from '../../storage/paths.ts'

/** Space that a write in progress may take. */
export interface Claim {
  id: string
  /** `pathText` of the file, or of the destination folder of an operation. */
  at: string
  /** The most bytes at or below `at` when the write has finished. */
  bytes: number
  /** By how many bytes that exceeds what is there now, at most. */
  grows: number
  /** When it expires unless renewed, in milliseconds since 1970; 0 for never. */
  until: number
  /** True if the write finished during a count, which may or may not have included it. */
  isOver: boolean
}

export interface Ledger {
  /** Bytes in scopes (by `pathText`): at least what is there, without reservations. */
  sums: Record<string, number>
  claims: Claim[]
  /** For older versions: when a scope was last counted, and how long that took, in milliseconds. */
  counted?: Record<string, { at: number; took: number }>
  /** Who is counting a scope at S3. Until they finish, or until this time, nobody reserves anything. */
  counting: { by: string; until: number } | null
}

/** The figures that a reservation is checked against. */
export interface Limit {
  scope: string
  quota: number
}

/** A requested reservation: at least `bytes`, and up to `most` if there is space. */
export interface ReservationRequest extends Omit<Claim, 'isOver'>, Limit {
  most: number
}

/** The result of a count: the scope's bytes, and those at or below each place of a reservation or request. */
export interface Count {
  scope: string
  bytes: number
  at: ReadonlyMap<string, number>
}

export const EMPTY: Ledger = { sums: {}, claims: [], counting: null }

const isWithin = (at: string, scope: string): boolean => at === scope || at.startsWith(`${scope}/`)
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
const within = (ledger: Ledger, scope: string): Claim[] => ledger.claims.filter((claim) => isWithin(claim.at, scope))

function put(ledger: Ledger, { id, at, until, bytes, grows }: Omit<Claim, 'isOver'>): void {
  ledger.claims = [...ledger.claims.filter((claim) => claim.id !== id), { id, at, bytes, grows, until, isOver: false }]
}

/**
 * Reserves space if everything reserved certainly fits. Returns the reserved bytes, or null if only a count can tell.
 * @param known bytes of the scope according to the index, which may know of files that the ledger cannot know, such as
 *   those of other tools
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
  put(ledger, { ...wish, bytes: wish.bytes + extra, grows: grows + extra })
  return wish.bytes + extra
}

/** Stores the result of a count. What finished during the count is included from now on. */
export function enterCount(ledger: Ledger, count: Count): void {
  for (const one of within(ledger, count.scope)) one.grows = Math.max(0, one.bytes - (count.at.get(one.at) ?? 0))
  // Scopes inside or around this one did not take part in the count, so they are counted when needed.
  for (const scope of Object.keys(ledger.sums))
    if (isWithin(scope, count.scope) || isWithin(count.scope, scope)) delete ledger.sums[scope]
  ledger.sums[count.scope] = count.bytes
  for (const { id } of ledger.claims.filter(({ isOver }) => isOver)) fold(ledger, id)
  ledger.counting = null
}

/** The same as `claim`, with an exact count from this moment. Returns null if there is no space. */
export function claimCounted(ledger: Ledger, wish: ReservationRequest, count: Count): number | null {
  const lies = count.at.get(wish.at) ?? 0
  const grows = Math.max(0, wish.bytes - lies)
  const left = wish.quota - exactSum(ledger, wish, count)
  if (left < 0 && grows > 0) return null
  // If space is short, nobody reserves all of it in advance.
  const extra = Math.max(0, Math.min(wish.most - wish.bytes, Math.floor(left / 2)))
  put(ledger, { ...wish, bytes: wish.bytes + extra, grows: grows + extra })
  return wish.bytes + extra
}

/**
 * The size of a scope after all reservations and the request. Of several files for one name, the largest may be the one
 * that remains.
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
 * The end of a reservation: whether the write may have happened, and its size if that is less than reserved.
 */
export interface Over {
  id: string
  tookEffect: boolean
  bytes?: number
}

/** A reservation that needs no more than so many bytes. */
export type Lowered = Pick<Claim, 'id' | 'bytes'>

/** Gives back what a reservation has beyond so many bytes. */
export function lower(ledger: Ledger, { id, bytes }: Lowered): void {
  const found = ledger.claims.find((one) => one.id === id)
  if (!found || found.isOver || bytes >= found.bytes) return
  found.grows = Math.max(0, found.grows - (found.bytes - bytes))
  found.bytes = bytes
}

/** Ends a reservation. From now on, what was written counts as growth in every scope around it. */
export function end(ledger: Ledger, { id, tookEffect, bytes }: Over): void {
  const ended = ledger.claims.find((one) => one.id === id)
  if (!ended || ended.isOver) return
  if (bytes !== undefined) lower(ledger, { id, bytes })
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
 * Ends expired reservations. The write of a lost replica may or may not have happened, so it counts as growth until the
 * next count.
 */
export function lapse(ledger: Ledger, now: number): void {
  if (ledger.counting && ledger.counting.until <= now) {
    ledger.counting = null
    for (const { id } of ledger.claims.filter(({ isOver }) => isOver)) fold(ledger, id)
  }
  for (const { id } of ledger.claims.filter(({ until }) => until > 0 && until <= now))
    end(ledger, { id, tookEffect: true })
}

/** The places whose bytes a count of a scope has to find out. */
export function placesToCount(ledger: Ledger, scope: string, wishes: readonly ReservationRequest[]): Place[] {
  const texts = [...within(ledger, scope), ...wishes.filter((wish) => wish.scope === scope)].map(({ at }) => at)
  return [...new Set(texts)].map(placeOfText)
}

/**
 * Applies changes of older versions. During a count nobody knows whether it includes them, so increases count and
 * decreases do not.
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
