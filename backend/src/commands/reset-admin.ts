// `nido reset-admin`: gives an administrator a new password, for who has lost it.
import { PERMISSIONS } from '../../contract/permissions.ts'
import type { Permissions } from '../../contract/permissions.ts'
import { userFields } from '../../contract/users.ts'
import type { Services } from '../services.ts'
import { defineCommand, withServices } from './command.ts'
import { madePassword } from './made-password.ts'
import { print } from './terminal.ts'

const USAGE = `Usage: nido reset-admin [--name NAME] [--json]
  --name  whom it is about; ADMIN_USERNAME if left out
  --json  print the result as JSON
Gives the person a new password, prints it once, and signs the person out everywhere. Who is no administrator becomes
one, and who does not exist is created. It can run while Nido runs. Exit code: 0 done, 2 nothing was changed.`

export const resetAdmin = defineCommand({
  about: 'gives an administrator a new password',
  usage: USAGE,
  options: { name: { type: 'string' }, json: { type: 'boolean' } },
  failure: 'Nothing was changed',
  run: ({ name, json }) =>
    withServices(async (services) => {
      const username = name ?? services.config.ADMIN_USERNAME
      const password = madePassword((await services.settings.fresh()).minimumPasswordLength)
      const isNew = await reset(services, { username, password })
      const words = isNew ? `Created the administrator ${username}.` : `${username} has a new password.`
      print(json ? JSON.stringify({ username, password, isNew }) : `${words}\nPassword: ${password}`)
      return 0
    }),
})

const everything = Object.fromEntries(PERMISSIONS.map((permission) => [permission, true])) as Permissions

/** Answers whether the person had to be created. */
async function reset(
  { users, people, settings, audit }: Services,
  { username, password }: { username: string; password: string },
): Promise<boolean> {
  const found = await people.named(username)
  const present = await settings.fresh()
  if (!found) {
    const fields = { username, password, scope: '/', viewMode: 'list', perm: everything }
    const id = await users.create(userFields.parse(fields), { ...present, createUserDir: false })
    audit.note({ kind: 'personMade', who: { id, username }, address: '' })
    return true
  }
  const { user } = found
  const change = { password, lockPassword: false, perm: { ...user.perm, ...everything } }
  const { fields } = await users.change(user.id, change, { settings: present, keepSession: '' })
  audit.note({ kind: 'personChanged', who: user, address: '', fields })
  return false
}
