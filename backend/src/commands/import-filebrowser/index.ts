// `nido import-filebrowser`: makes people and settings of what a filebrowser has exported. What is there already stays
// as it is, so it may be run again.
import { ChangeCounters } from '../../database/change-counters.ts'
import { HouseholdSettings } from '../../features/settings/service.ts'
import { userModel } from '../../features/users/model.ts'
import { createPeople } from '../../features/users/people.ts'
import { AppError } from '../../lib/app-error.ts'
import { openHousehold } from '../../household.ts'
import { defineCommand, withDatabase, withServices } from '../command.ts'
import { madePassword } from '../made-password.ts'
import { print } from '../terminal.ts'
import { describePlan, type Plan } from './describe.ts'
import { ExportError, type Exports, readExports } from './exports.ts'
import { planPeople } from './people.ts'
import { planSettings } from './settings.ts'

const USAGE = `Usage: nido import-filebrowser [--dry-run] FILE...
  FILE       the JSON output of \`filebrowser users export\` or \`filebrowser config export\`; give one or both
  --dry-run  show what would happen, and change nothing
It can run while Nido runs, and can be repeated. Exit code: 0 everything possible was imported, 1 somebody could not
be created, 2 nothing was imported.`

export const importFilebrowser = defineCommand({
  about: 'imports people and settings that filebrowser has exported',
  usage: USAGE,
  options: { 'dry-run': { type: 'boolean' } },
  takesWords: true,
  failure: 'Nothing was imported',
  run: async (values, files) => {
    if (files.length === 0) throw new ExportError('no file given')
    const exports = await readExports(files)
    return values['dry-run'] ? tell(exports) : take(exports)
  },
})

/** Shows what would happen. Only reads the database. */
const tell = (exports: Exports): Promise<number> =>
  withDatabase(async ({ config, database, log }) => {
    const changeCounters = new ChangeCounters(database, log)
    const people = createPeople(userModel(database), changeCounters)
    const settings = new HouseholdSettings({
      connection: database,
      changeCounters,
      authMethod: config.AUTH_METHOD,
      checkRules: () => undefined,
      log,
    })
    const everybody = await people.all()
    // The first administrator is made before anything is taken over.
    const present = everybody.length > 0 ? everybody : [{ username: config.ADMIN_USERNAME, scope: '/' }]
    const plan = planOf(exports, { everybody: present, settings: await settings.fresh() })
    print(describePlan(plan, { isDryRun: true, bucketPrefix: config.BUCKET_PREFIX }))
    return plan.people.refused.length > 0 ? 1 : 0
  })

const take = (exports: Exports): Promise<number> =>
  withServices(async (services) => {
    await openHousehold(services, print)
    const { config, users, people, settings, audit } = services
    const plan = planOf(exports, { everybody: await people.all(), settings: await settings.fresh() })
    // Rules first: nobody may see anything before they hold.
    if (plan.settings && plan.settings.changes.length > 0)
      audit.note({ kind: 'settingsChanged', who: null, address: '', fields: await settings.put(plan.settings.body) })
    const present = await settings.fresh()
    const wanted = plan.people.make
    plan.people.make = []
    const made: { username: string; password: string }[] = []
    try {
      for (const person of wanted) {
        const { username } = person.fields
        const password = madePassword(present.minimumPasswordLength)
        const outcome = await outcomeOf(() => users.create({ ...person.fields, password }, present))
        if ('id' in outcome) {
          plan.people.make.push(person)
          made.push({ username, password })
          audit.note({ kind: 'personMade', who: { id: outcome.id, username }, address: '' })
        } else plan.people.refused.push({ username, why: outcome.why, from: person.fields.scope })
      }
    } finally {
      // Whatever went wrong: who is made has a password that nobody else knows.
      print(describePlan(plan, { isDryRun: false, bucketPrefix: config.BUCKET_PREFIX, made }))
    }
    return plan.people.refused.length > 0 ? 1 : 0
  })

/** The number of who was made, or why somebody was not. @throws what is no fault of the person's */
async function outcomeOf(make: () => Promise<number>): Promise<{ id: number } | { why: string }> {
  try {
    return { id: await make() }
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { why: error.message }
    throw error
  }
}

function planOf(
  exports: Exports,
  present: { everybody: Parameters<typeof planPeople>[1]; settings: Parameters<typeof planSettings>[1] },
): Plan {
  return {
    people: planPeople(exports.users, present.everybody),
    settings: exports.config && planSettings(exports.config, present.settings),
    root: exports.config?.server?.root || '/srv',
    hasUsers: exports.users.length > 0,
  }
}
