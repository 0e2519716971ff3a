// /api/users.
import { can } from '../../../contract/rights.ts'
import { peopleCalls } from '../../../contract/calls/people.ts'
import type { PeopleUsage } from '../../../contract/users.ts'
import { RENEW_HEADER } from '../../../contract/headers.ts'
import { answerJson, answerStatus } from '../../http/answers.ts'
import type { Asked } from '../../http/asked.ts'
import { on } from '../../http/on.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { withTimeout } from '../../lib/with-timeout.ts'
import type { Audit } from '../audit/service.ts'
import type { SigningIn } from '../session/service.ts'
import type { SettingsService } from '../settings/service.ts'
import { isGuarded, isPreference, parseChange, parsePerson } from './changes.ts'
import type { People } from './people.ts'
import { presentUser } from './present.ts'
import type { Users } from './service.ts'
import type { User } from './user.ts'

export interface UsersRoutesOptions {
  users: Users
  people: Pick<People, 'stored' | 'all'>
  settings: Pick<SettingsService, 'fresh'>
  signingIn: Pick<SigningIn, 'checkOwnPassword'>
  audit: Pick<Audit, 'note'>
  /** Bytes of the present files in a person's scope. */
  usedBy(user: User): Promise<number>
}

/** Scopes that are counted at a time. */
const SUMS_PARALLEL = 8

export function usersRoutes(options: UsersRoutesOptions): Route[] {
  const handlers = new UsersHandlers(options)
  return [
    on(peopleCalls.list, (ctx) => handlers.list(ctx)),
    on(peopleCalls.create, (ctx, asked) => handlers.create(ctx, asked)),
    // Before the ids, because no id is a word.
    on(peopleCalls.usage, (ctx) => handlers.tellUsage(ctx)),
    on(peopleCalls.tell, (ctx, asked) => handlers.tell(ctx, asked)),
    on(peopleCalls.change, (ctx, asked) => handlers.change(ctx, asked)),
    on(peopleCalls.remove, (ctx, asked) => handlers.remove(ctx, asked)),
  ]
}

class UsersHandlers {
  readonly #options: UsersRoutesOptions

  constructor(options: UsersRoutesOptions) {
    this.#options = options
  }

  async list(ctx: AppContext): Promise<void> {
    const everybody = await this.#options.people.all()
    answerJson(
      ctx,
      everybody.map((person) => presentUser(person, ctx.state.user)),
    )
  }

  async create(ctx: AppContext, asked: Asked<typeof peopleCalls.create>): Promise<void> {
    const body = await asked.body()
    const fields = parsePerson(body)
    await this.#checkCurrentPassword(ctx, body.current_password)
    const id = await this.#options.users.create(fields, await this.#options.settings.fresh())
    this.#options.audit.note({
      kind: 'personMade',
      who: { id, username: fields.username },
      actor: ctx.state.user,
      address: ctx.state.address,
    })
    ctx.set('Location', `/settings/users/${id}`)
    answerStatus(ctx, 201)
  }

  async change(ctx: AppContext, asked: Asked<typeof peopleCalls.change>): Promise<void> {
    const { user } = ctx.state
    const id = idOf(asked)
    checkOwnOrAdmin(user, id)
    const body = await asked.body()
    const wanted = parseChange(body, id, user)
    if (isGuarded(body.which)) await this.#checkCurrentPassword(ctx, body.current_password)
    const isOwn = id === user.id
    const { username, fields } = await this.#options.users.change(id, wanted, {
      settings: await this.#options.settings.fresh(),
      keepSession: isOwn ? ctx.state.sessionId : '',
    })
    // Changes of preferences are not audited.
    if (fields.some((field) => !isOwn || !isPreference(field)))
      this.#options.audit.note({
        kind: 'personChanged',
        who: { id, username },
        actor: user,
        address: ctx.state.address,
        fields,
      })
    // A new password has ended all sessions of the person, except the one in which it was changed.
    if (fields.includes('password')) {
      this.#options.audit.note({ kind: 'sessionsEnd', who: { id, username }, actor: user, address: ctx.state.address })
    }
    // The token holds the old record, and its whole seconds may not reveal that.
    if (isOwn) ctx.set(RENEW_HEADER, 'true')
    answerStatus(ctx, 200)
  }

  async remove(ctx: AppContext, asked: Asked<typeof peopleCalls.remove>): Promise<void> {
    const id = idOf(asked)
    const removesFiles = asked.query.files === 'remove'
    const body = await asked.body()
    await this.#checkCurrentPassword(ctx, body?.current_password)
    const { user: by, address } = ctx.state
    const { username, scope: path } = await this.#options.users.remove(id, { by, address, removesFiles })
    this.#options.audit.note({ kind: 'personRemoved', who: { id, username }, actor: by, address, path })
    answerStatus(ctx, 200)
  }

  async tell(ctx: AppContext, asked: Asked<typeof peopleCalls.tell>): Promise<void> {
    const id = idOf(asked)
    checkOwnOrAdmin(ctx.state.user, id)
    const account = await this.#options.people.stored(id)
    if (!account) throw new AppError('notFound', 'no such person')
    answerJson(ctx, presentUser(account.user, ctx.state.user))
  }

  async tellUsage(ctx: AppContext): Promise<void> {
    const everybody = await this.#options.people.all()
    const sums = new Map<number, number>()
    // A scope that takes too long is null. Counting continues, so that the next request may have it.
    await withTimeout(() =>
      mapParallel(everybody, SUMS_PARALLEL, (person) =>
        this.#options.usedBy(person).then(
          (bytes) => void sums.set(person.id, bytes),
          () => undefined,
        ),
      ),
    )
    answerJson(ctx, {
      items: everybody.map(({ id }) => ({ id, used: sums.get(id) ?? null })),
      cursor: null,
    } satisfies PeopleUsage)
  }

  /** The newest clients send the caller's password. It is optional, but if it is sent it must be right. */
  async #checkCurrentPassword(ctx: AppContext, password: string | null | undefined): Promise<void> {
    if (password) await this.#options.signingIn.checkOwnPassword(ctx.state.user, password, ctx.state.address)
  }
}

/** @throws AppError `badRequest` unless it has plain digits, because `1e0` and `0x1` are numbers to JavaScript */
function idOf({ params: { id: text } }: Asked<typeof peopleCalls.tell>): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new AppError('badRequest', 'the id is not a number')
  return Number(text)
}

function checkOwnOrAdmin(user: User, id: number): void {
  if (user.id !== id && !can(user, 'admin')) throw new AppError('forbidden', 'administrators only')
}
