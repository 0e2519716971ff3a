// `nido import-filebrowser`: makes people and settings of what a filebrowser has exported. What is there already stays
// as it is, so it may be run again.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type Config, loadConfig } from '../../config.ts'
import { connectDatabase } from '../../database/connection.ts'
import { ChangeCounters } from '../../database/change-counters.ts'
import { HouseholdSettings } from '../../features/settings/service.ts'
import { userModel } from '../../features/users/model.ts'
import { createPeople } from '../../features/users/people.ts'
import { AppError } from '../../lib/app-error.ts'
import { createLog } from '../../lib/log.ts'
import { createMetrics } from '../../lib/metrics.ts'
import { openHousehold } from '../../household.ts'
import { startServices } from '../../services.ts'
import { complain, print, sentenceOf } from '../terminal.ts'
import { describePlan, type Plan } from './describe.ts'
import { ExportError, type Exports, readExports } from './exports.ts'
import { planPeople } from './people.ts'
import { planSettings } from './settings.ts'

const USAGE = `Usage: nido import-filebrowser [--dry-run] FILE...
  FILE       the JSON output of \`filebrowser users export\` or \`filebrowser config export\`; give one or both
  --dry-run  show what would happen, and change nothing
It can run while Nido runs, and can be repeated. Exit code: 0 everything possible was imported, 1 somebody could not
be created, 2 nothing was imported.`

/** Minimum length of a generated password. */
const PASSWORD_LETTERS = 20

/** Runs the command with the arguments after `import-filebrowser`. Returns the exit code. */
export async function importFilebrowser(words: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
    if (values.help) {
      print(USAGE)
      return 0
    }
    if (positionals.length === 0) throw new ExportError('no file given')
    const exports = await readExports(positionals)
    const config = loadConfig()
    return values['dry-run'] ? await tell(config, exports) : await take(config, exports)
  } catch (error) {
    const isMisuse = error instanceof ExportError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
    complain(isMisuse ? `${(error as Error).message}\n${USAGE}` : sentenceOf(error, 'Nothing was imported'))
    return 2
  }
}

/** Shows what would happen. Only reads the database. */
async function tell(config: Config, exports: Exports): Promise<number> {
  const log = createLog('silent')
  const database = await connectDatabase(config.MONGO_URL)
  try {
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
  } finally {
    await database.close()
  }
}

async function take(config: Config, exports: Exports): Promise<number> {
  const services = await startServices({ config, log: createLog('silent'), metrics: createMetrics() })
  try {
    await openHousehold(services, print)
    const { users, people, settings, audit } = services
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
        const password = passwordOf(present.minimumPasswordLength)
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
  } finally {
    await services.stop()
  }
}

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

const passwordOf = (minimum: number): string =>
  randomBytes(Math.max(PASSWORD_LETTERS, minimum)).toString('base64url').slice(0, Math.max(PASSWORD_LETTERS, minimum))
