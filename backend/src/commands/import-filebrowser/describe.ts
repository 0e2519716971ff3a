// What was taken over, or would be, in words.
import { PERMISSIONS } from '../../../contract/permissions.ts'
import { can } from '../../../contract/rights.ts'
import { copyingCommands } from './copying.ts'
import type { NewPerson, PeoplePlan } from './people.ts'
import type { SettingsPlan } from './settings.ts'

export interface Plan {
  people: PeoplePlan
  settings: SettingsPlan | null
  /** The folder that the other server served. */
  root: string
  hasUsers: boolean
}

interface Telling {
  isDryRun: boolean
  bucketPrefix: string
  /** Who was made, with the password that nobody is told again. */
  made?: { username: string; password: string }[]
}

export function describePlan(plan: Plan, telling: Telling): string {
  return [
    ...(telling.isDryRun ? ['Dry run: nothing is changed. This is what would happen.', ''] : []),
    ...settingsLines(plan, telling),
    ...peopleLines(plan, telling),
    ...passwordLines(telling),
    ...copyLines(plan, telling),
    ...sumLines(plan, telling),
  ]
    .join('\n')
    .trimEnd()
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), '']
const value = (given: unknown): string => JSON.stringify(given)

function settingsLines({ settings }: Plan, { isDryRun }: Telling): string[] {
  if (!settings) return []
  const { changes, left, environment } = settings
  return [
    ...section(
      isDryRun ? 'Settings that would change:' : 'Changed settings:',
      changes.map(({ name, from, to }) => `${name}: ${value(from)} -> ${value(to)}`),
    ),
    ...(changes.length === 0 ? ['The settings already match the file.', ''] : []),
    ...section('Settings that are not imported:', left),
    ...section('To keep these settings, set them in the environment of Nido:', environment),
  ]
}

function peopleLines({ people: { make, present, refused }, hasUsers }: Plan, { isDryRun }: Telling): string[] {
  if (!hasUsers) return []
  return [
    ...section(isDryRun ? 'People who would be created:' : 'Created people:', make.flatMap(personLines)),
    ...section(
      'Already there, and left unchanged:',
      present.map(({ username }) => username),
    ),
    ...section(
      'Not created:',
      refused.map(({ username, why }) => `${username}: ${why}`),
    ),
    ...section('Not in an export, to be created again:', [
      'links',
      'passwords: filebrowser only has hashes, so everybody gets a new one',
    ]),
  ]
}

function personLines({ fields, left }: NewPerson): string[] {
  const { username, scope, perm, rules, locale } = fields
  const may = can({ perm }, 'admin')
    ? 'everything (administrator)'
    : PERMISSIONS.filter((name) => perm[name]).join(', ') || 'only view'
  return [
    `${username}: scope ${scope}, language ${locale || 'of the browser'}, may ${may}` +
      `${rules.length > 0 ? `, ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}` : ''}`,
    ...left.map((what) => `  without ${what}`),
    ...(scope === '/'
      ? ["  in the administrator's own tree, which everybody with the scope / shares; other scopes are not in it"]
      : []),
    ...(fields.lockPassword ? ['  cannot change the password; only an administrator can'] : []),
  ]
}

function passwordLines({ made = [] }: Telling): string[] {
  const width = Math.max(0, ...made.map(({ username }) => username.length))
  return section(
    'New passwords, shown only once:',
    made.map(({ username, password }) => `${username.padEnd(width)}  ${password}`),
  )
}

function copyLines({ people: { make, present, refused }, root }: Plan, { bucketPrefix }: Telling): string[] {
  const scopes = [
    ...make.map(({ fields: { scope } }) => ({ from: scope, to: scope })),
    ...present.flatMap(({ from, scope }) => (from === null ? [] : [{ from, to: scope }])),
  ]
  return section(
    'Commands that copy the files, for an rclone remote called nido (see the README, "Moving in from filebrowser"):',
    copyingCommands({ root, bucketPrefix, scopes, others: refused.flatMap(({ from }) => from ?? []) }),
  )
}

/** The end of it in one line: with somebody who is missing the command does not end with 0. */
function sumLines({ people: { make, present, refused }, hasUsers }: Plan, { isDryRun }: Telling): string[] {
  if (!hasUsers) return []
  const [made, missing] = isDryRun ? ['would be created', 'would not be created'] : ['created', 'not created']
  const why = refused.length > 0 ? ' (see "Not created" above)' : ''
  return [`People: ${make.length} ${made}, ${present.length} already there, ${refused.length} ${missing}${why}.`]
}
