// Sessions, which tokens name. They are kept on the server so that they can be ended.
import { randomBytes } from 'node:crypto'
import type { Model } from 'mongoose'
import { SESSIONS_MAX } from '../../../contract/limits.ts'
import type { SessionRecord } from '../../../contract/session.ts'
import { createCachedById } from '../../database/cached.ts'
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
import type { TokenClaims, Tokens } from './tokens.ts'

const DAY_MS = 86_400_000
/** A session ends after this long without use, and at the latest after the second time. */
const IDLE_MS = 14 * DAY_MS
const ABSOLUTE_MS = 90 * DAY_MS
const KNOWN_MAX = 2_000
/** Uses are written in batches, and only if the stored time is this old. */
const USE_MS = 5 * 60_000
const DEVICE_MAX = 200

export interface SignedInDevice {
  device: string
  address: string
}

export interface Sessions {
  /** Starts a session and returns its first token. Beyond 100 sessions of a person, those unused for longest end. */
  begin(account: Account, from: SignedInDevice): Promise<string>
  /** The person of a token, as long as the token and the session are valid. */
  find(token: string): Promise<{ account: Account; claims: TokenClaims } | null>
  /** When the last token of a session expires, in ms since 1970; null if nobody can use the session any more. */
  endOf(sessionId: string): Promise<number | null>
  /**
   * A new token of the same session. Older ones stay valid for five minutes.
   * @throws AppError `notSignedIn` when the session has ended
   */
  renew(user: User, sessionId: string): Promise<string>
  /** Ends a session of a person. @throws AppError `notFound` for an unknown session or another person's */
  end(userId: number, sessionId: string): Promise<void>
  /** Ends all sessions of a person, except a given one. */
  endAll(userId: number, except?: string): Promise<void>
  list(account: Account, current: string): Promise<SessionRecord[]>
  readonly tasks: readonly HouseTask[]
  stop(): Promise<void>
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

export function createSessions(options: SessionsOptions): Sessions {
  const { model, changeCounters, tokens, tokenLifeMs, accountOf, log, now } = options
  const cached = createCachedById<string, SessionDocument>({
    changeCounters,
    name: 'sessions',
    max: KNOWN_MAX,
    load: async (id) => (await model.findById(id).lean()) ?? undefined,
  })
  const used = new Map<string, number>()

  function isOver(session: SessionDocument, account: Account | undefined): boolean {
    if (!account) return true
    const lastUsed = Math.max(session.lastUsed.getTime(), used.get(session._id) ?? 0)
    if (now() - lastUsed > IDLE_MS || now() - session.created.getTime() > ABSOLUTE_MS) return true
    return session.epoch !== account.epoch && session._id !== account.keptSession
  }

  /**
   * Whether nobody can use it any more because its last token has expired. The cache may not know the last token; the
   * database does.
   */
  const isSpent = (session: SessionDocument): boolean => session.ends.getTime() <= now()

  /** The times of a token issued now. No token outlives its session. */
  function times(session: Pick<SessionDocument, '_id' | 'created'>): Omit<TokenClaims, 'recordChanged'> {
    const end = Math.min(now() + tokenLifeMs, session.created.getTime() + ABSOLUTE_MS)
    return { sessionId: session._id, issuedAt: Math.floor(now() / 1000), expiresAt: Math.floor(end / 1000) }
  }

  function use(session: SessionDocument): void {
    if (now() - session.lastUsed.getTime() > USE_MS) used.set(session._id, now())
  }

  /** Ends the sessions beyond the limit. If several start at once, the last one to look sees them all. */
  async function endSurplus(userId: number): Promise<void> {
    const all = await model.find({ userId }, { lastUsed: 1, created: 1 }).lean()
    if (all.length <= SESSIONS_MAX) return
    const usedAt = ({ _id, lastUsed }: Pick<SessionDocument, '_id' | 'lastUsed'>) =>
      Math.max(lastUsed.getTime(), used.get(_id) ?? 0)
    const byUse = all.sort((a, b) => usedAt(b) - usedAt(a) || b.created.getTime() - a.created.getTime())
    await model.deleteMany({ _id: { $in: byUse.slice(SESSIONS_MAX).map(({ _id }) => _id) } })
    await changeCounters.bump('sessions')
  }

  /** Deletes ended sessions. */
  async function prune(): Promise<void> {
    const over: string[] = []
    for (const session of await model.find({}).lean())
      if (isSpent(session) || isOver(session, await accountOf(session.userId))) over.push(session._id)
    if (over.length > 0) await model.deleteMany({ _id: { $in: over } })
  }

  /** Writes when sessions were last used. */
  async function flush(): Promise<void> {
    const batch = [...used]
    used.clear()
    if (batch.length === 0) return
    await model.bulkWrite(
      batch.map(([_id, at]) => ({ updateOne: { filter: { _id }, update: { $max: { lastUsed: new Date(at) } } } })),
    )
  }

  return {
    begin: async (account, { device, address }) => {
      const when = new Date(now())
      const _id = randomBytes(18).toString('base64url')
      const claims = times({ _id, created: when })
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
      await endSurplus(account.user.id)
      return tokens.sign(account.user, claims)
    },

    find: async (token) => {
      const claims = await tokens.verify(token)
      const session = claims && (await cached.get(claims.sessionId))
      if (!session) return null
      const account = await accountOf(session.userId)
      if (!account || isOver(session, account) || isSuperseded(claims.issuedAt, session.renewals, now())) return null
      use(session)
      return { account, claims }
    },

    endOf: async (sessionId) => {
      const copy = await cached.get(sessionId)
      // The cache may not know the last renewal.
      const session = copy && isSpent(copy) ? await cached.fresh(sessionId) : copy
      if (!session || isSpent(session)) return null
      return isOver(session, await accountOf(session.userId)) ? null : session.ends.getTime()
    },

    renew: async (user, sessionId) => {
      const session = await model.findById(sessionId).lean()
      if (!session) throw new AppError('notSignedIn', 'the session has ended')
      const claims = times(session)
      const renewals = withRenewal(session.renewals, claims.issuedAt)
      await model.updateOne(
        { _id: sessionId },
        { $set: { renewals, ends: new Date(claims.expiresAt * 1000), lastUsed: new Date(now()) } },
      )
      cached.drop(sessionId)
      return tokens.sign(user, claims)
    },

    end: async (userId, sessionId) => {
      const { deletedCount } = await model.deleteOne({ _id: sessionId, userId })
      if (deletedCount === 0) throw new AppError('notFound', 'no such session')
      await changeCounters.bump('sessions')
    },

    endAll: async (userId, except) => {
      await model.deleteMany(except === undefined ? { userId } : { userId, _id: { $ne: except } })
      await changeCounters.bump('sessions')
    },

    list: async (account, current) => {
      const found = await model.find({ userId: account.user.id }).lean()
      return found
        .filter((session) => !isOver(session, account) && !isSpent(session))
        .sort((a, b) => b.lastUsed.getTime() - a.lastUsed.getTime())
        .map((session) => presentSession(session, { current, used: used.get(session._id) ?? 0 }))
    },

    tasks: [
      { name: 'sessions', everyMs: PRUNE_EVERY_MS, run: prune },
      { name: 'uses of sessions', everyMs: FLUSH_EVERY_MS, isOwn: true, run: flush },
    ],
    stop: () =>
      flush().catch((error: unknown) => log.warn({ err: error }, 'the use of sessions could not be written down')),
  }
}

function presentSession(session: SessionDocument, { current, used }: { current: string; used: number }): SessionRecord {
  return {
    id: session._id,
    device: deviceOf(session.device),
    address: session.address,
    firstUsed: session.created.toISOString(),
    lastUsed: new Date(Math.max(session.lastUsed.getTime(), used)).toISOString(),
    current: session._id === current,
  }
}
