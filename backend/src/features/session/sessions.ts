// Sessions, which tokens name. They are kept on the server so that they can be ended.
import { randomBytes } from 'node:crypto'
import type { Model } from 'mongoose'
import { SESSIONS_MAX } from '../../../contract/limits.ts'
import type { SessionRecord } from '../../../contract/session.ts'
import { type CachedById, createCachedById } from '../../database/cached.ts'
import type { HouseTask } from '../../database/house-keeping.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { deviceOf } from '../../lib/device.ts'
import type { Log } from '../../lib/log.ts'
import type { Account } from '../users/people.ts'
import type { User } from '../users/user.ts'
import type { SessionDocument } from './model.ts'
import { isSuperseded, withRenewal } from './renewals.ts'
import { SessionUses } from './session-uses.ts'
import type { TokenClaims, Tokens } from './tokens.ts'

const DAY_MS = 86_400_000
/** A session ends after this long without use, and at the latest after the second time. */
const IDLE_MS = 14 * DAY_MS
const ABSOLUTE_MS = 90 * DAY_MS
const KNOWN_MAX = 2_000
const DEVICE_MAX = 200

/** Sessions that a person or an administrator has ended, not their age. */
export interface EndedSessions {
  userId: number
  has(sessionId: string): boolean
}

export interface SignedInDevice {
  device: string
  address: string
}

export interface SessionsOptions {
  model: Model<SessionDocument>
  changeCounters: ChangeCounters
  tokens: Tokens
  tokenLifeMs: number
  /** The account of a person who still exists. */
  accountOf(userId: number): Promise<Account | undefined>
  log: Pick<Log, 'warn'>
  now: Clock
}

const PRUNE_EVERY_MS = 10 * 60_000
const FLUSH_EVERY_MS = 60_000

export class Sessions {
  readonly tasks: readonly HouseTask[] = [
    { name: 'sessions', everyMs: PRUNE_EVERY_MS, run: () => this.#prune() },
    { name: 'uses of sessions', everyMs: FLUSH_EVERY_MS, isOwn: true, run: () => this.#uses.flush() },
  ]
  readonly #options: SessionsOptions
  readonly #uses: SessionUses
  readonly #cached: CachedById<string, SessionDocument>
  readonly #listeners: ((ended: EndedSessions) => Promise<unknown>)[] = []

  constructor(options: SessionsOptions) {
    const { changeCounters, model, now } = options
    this.#options = options
    this.#uses = new SessionUses(model, now)
    this.#cached = createCachedById<string, SessionDocument>({
      changeCounters,
      name: 'sessions',
      max: KNOWN_MAX,
      load: async (id) => (await model.findById(id).lean()) ?? undefined,
    })
  }

  /** Registers what else ends with sessions. */
  onEnd(listener: (ended: EndedSessions) => Promise<unknown>): void {
    this.#listeners.push(listener)
  }

  /** Starts a session and returns its first token. Beyond 100 sessions of a person, those unused for longest end. */
  async begin(account: Account, { device, address }: SignedInDevice): Promise<string> {
    const { model, now, tokens } = this.#options
    const when = new Date(now())
    const _id = randomBytes(18).toString('base64url')
    const claims = this.#times({ _id, created: when })
    await model.create({
      _id,
      userId: account.user.id,
      epoch: account.epoch,
      created: when,
      lastUsed: when,
      ends: new Date(claims.expiresAt * 1000),
      renewals: [],
      device: device.slice(0, DEVICE_MAX),
      address,
    })
    await this.#endSurplus(account.user.id)
    return tokens.sign(account.user, claims)
  }

  /** The times of a token issued now. No token outlives its session. */
  #times(session: Pick<SessionDocument, '_id' | 'created'>): Omit<TokenClaims, 'recordChanged'> {
    const { now, tokenLifeMs } = this.#options
    const end = Math.min(now() + tokenLifeMs, session.created.getTime() + ABSOLUTE_MS)
    return { sessionId: session._id, issuedAt: Math.floor(now() / 1000), expiresAt: Math.floor(end / 1000) }
  }

  /** Ends the sessions beyond the limit. If several start at once, the last one to look sees them all. */
  async #endSurplus(userId: number): Promise<void> {
    const { changeCounters, model } = this.#options
    const all = await model.find({ userId }, { lastUsed: 1, created: 1 }).lean()
    if (all.length <= SESSIONS_MAX) return
    const byUse = all.sort(
      (a, b) => this.#uses.lastOf(b) - this.#uses.lastOf(a) || b.created.getTime() - a.created.getTime(),
    )
    await model.deleteMany({ _id: { $in: byUse.slice(SESSIONS_MAX).map(({ _id }) => _id) } })
    await changeCounters.bump('sessions')
  }

  /** The person of a token, as long as the token and the session are valid. */
  async find(token: string): Promise<{ account: Account; claims: TokenClaims } | null> {
    const { accountOf, now, tokens } = this.#options
    const claims = await tokens.verify(token)
    const session = claims && (await this.#cached.get(claims.sessionId))
    if (!session) return null
    const account = await accountOf(session.userId)
    if (!account || this.#isOver(session, account) || isSuperseded(claims.issuedAt, session.renewals, now()))
      return null
    this.#uses.note(session)
    return { account, claims }
  }

  #isOver(session: SessionDocument, account: Account | undefined): boolean {
    if (!account) return true
    const now = this.#options.now()
    if (now - this.#uses.lastOf(session) > IDLE_MS || now - session.created.getTime() > ABSOLUTE_MS) return true
    return session.epoch !== account.epoch && session._id !== account.keptSession
  }

  /**
   * Whether nobody can use it any more because its last token has expired. The cache may not know the last token; the
   * database does.
   */
  #isSpent(session: SessionDocument): boolean {
    return session.ends.getTime() <= this.#options.now()
  }

  /** When the last token of a session expires, in ms since 1970; null if nobody can use the session any more. */
  async endOf(sessionId: string): Promise<number | null> {
    const copy = await this.#cached.get(sessionId)
    // The cache may not know the last renewal.
    const session = copy && this.#isSpent(copy) ? await this.#cached.fresh(sessionId) : copy
    if (!session || this.#isSpent(session)) return null
    return this.#isOver(session, await this.#options.accountOf(session.userId)) ? null : session.ends.getTime()
  }

  /**
   * A new token of the same session. Older ones stay valid for five minutes.
   * @throws AppError `notSignedIn` when the session has ended
   */
  async renew(user: User, sessionId: string): Promise<string> {
    const { model, now, tokens } = this.#options
    const session = await model.findById(sessionId).lean()
    if (!session) throw new AppError('notSignedIn', 'the session has ended')
    const claims = this.#times(session)
    const renewals = withRenewal(session.renewals, claims.issuedAt)
    await model.updateOne(
      { _id: sessionId },
      { $set: { renewals, ends: new Date(claims.expiresAt * 1000), lastUsed: new Date(now()) } },
    )
    this.#cached.drop(sessionId)
    return tokens.sign(user, claims)
  }

  /** Ends a session of a person. @throws AppError `notFound` for an unknown session or another person's */
  async end(userId: number, sessionId: string): Promise<void> {
    const { changeCounters, model } = this.#options
    const { deletedCount } = await model.deleteOne({ _id: sessionId, userId })
    if (deletedCount === 0) throw new AppError('notFound', 'no such session')
    await this.#tellEnded({ userId, has: (id) => id === sessionId })
    await changeCounters.bump('sessions')
  }

  /** Ends all sessions of a person, except a given one. */
  async endAll(userId: number, except?: string): Promise<void> {
    const { changeCounters, model } = this.#options
    await model.deleteMany(except === undefined ? { userId } : { userId, _id: { $ne: except } })
    await this.#tellEnded({ userId, has: (id) => id !== except })
    await changeCounters.bump('sessions')
  }

  /** The session has ended, whatever becomes of the rest. */
  async #tellEnded(ended: EndedSessions): Promise<void> {
    for (const listener of this.#listeners)
      await listener(ended).catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'what belongs to an ended session could not be ended'),
      )
  }

  /** Ends all sessions of everybody, and returns how many there were. */
  async endEverybodys(): Promise<number> {
    const { changeCounters, model } = this.#options
    const { deletedCount } = await model.deleteMany({})
    await changeCounters.bump('sessions')
    return deletedCount
  }

  /** The sessions of a person that can still be used, the one used last first. `current`: the asking session. */
  async list(account: Account, current: string): Promise<SessionRecord[]> {
    const found = await this.#options.model.find({ userId: account.user.id }).lean()
    return found
      .filter((session) => !this.#isOver(session, account) && !this.#isSpent(session))
      .sort((a, b) => b.lastUsed.getTime() - a.lastUsed.getTime())
      .map((session) => presentSession(session, { current, lastUsed: this.#uses.lastOf(session) }))
  }

  /** Deletes ended sessions. */
  async #prune(): Promise<void> {
    const { accountOf, model } = this.#options
    const over: string[] = []
    for (const session of await model.find({}).lean())
      if (this.#isSpent(session) || this.#isOver(session, await accountOf(session.userId))) over.push(session._id)
    if (over.length > 0) await model.deleteMany({ _id: { $in: over } })
  }

  stop(): Promise<void> {
    return this.#uses
      .flush()
      .catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'the use of sessions could not be written down'),
      )
  }
}

function presentSession(
  session: SessionDocument,
  { current, lastUsed }: { current: string; lastUsed: number },
): SessionRecord {
  return {
    id: session._id,
    device: deviceOf(session.device),
    address: session.address,
    firstUsed: session.created.toISOString(),
    lastUsed: new Date(lastUsed).toISOString(),
    current: session._id === current,
  }
}
