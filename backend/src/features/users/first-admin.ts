// Creates the first administrator, once per household, however many replicas start together.
import { randomBytes } from 'node:crypto'
import { PERMISSIONS } from '../../../contract/permissions.ts'
import { DEFAULT_MINIMUM_PASSWORD_LENGTH } from '../../../contract/settings.ts'
import { userFields } from '../../../contract/users.ts'
import type { Leases } from '../../database/leases.ts'
import type { People } from './people.ts'
import type { Users } from './service.ts'

export interface FirstAdminOptions {
  username: string
  /** Generated if missing. */
  password: string | undefined
  leases: Leases
  people: Pick<People, 'all'>
  users: Pick<Users, 'create'>
  /** Gets a generated password, once. */
  print(line: string): void
}

const TIMES = { ms: 60_000, waitMs: 60_000 }

/** Creates the administrator if there is nobody yet. */
export async function makeFirstAdmin({
  username,
  password,
  leases,
  people,
  users,
  print,
}: FirstAdminOptions): Promise<void> {
  if ((await people.all()).length > 0) return
  await leases.run('first-admin', TIMES, async () => {
    if ((await people.all()).length > 0) return
    const secret = password ?? randomBytes(15).toString('base64url')
    const perm = Object.fromEntries(PERMISSIONS.map((name) => [name, true]))
    const fields = userFields.parse({ username, password: secret, scope: '/', viewMode: 'list', perm })
    await users.create(fields, {
      createUserDir: false,
      userHomeBasePath: '/',
      minimumPasswordLength: DEFAULT_MINIMUM_PASSWORD_LENGTH,
    })
    if (password === undefined) print(`nido: admin password: ${secret}`)
  })
}
