// What is called or meant otherwise in Nido. `left` is told what a thing loses on the way.
import { LOCALES } from '../../../contract/locales.ts'
import { SHELL_COMMANDS } from '../../../contract/shell.ts'
import { rule, type Rule } from '../../../contract/users.ts'
import { checkRules } from '../../features/access/rules.ts'
import { parseUserPath } from '../../storage/paths.ts'

export type Left = (what: string) => void

/** Languages that Nido has under another name. */
const OTHER_LOCALES: Readonly<Record<string, string>> = {
  'sv-se': 'sv',
  'nl-be': 'nl',
  'pt-pt': 'pt',
  zh: 'zh-cn',
  'zh-hans': 'zh-cn',
}

/** `ptBR` and `pt-br` are one. Without one, the browser says it. A language that Nido does not have becomes English. */
export function localeOf(locale: string, left: Left): string {
  if (locale === '') return ''
  const name = locale
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace('_', '-')
    .toLowerCase()
  const known = LOCALES.find((own) => own === (OTHER_LOCALES[name] ?? name))
  if (known === undefined) left(`language ${locale}: not available, English is used`)
  return known ?? 'en'
}

/** Words that the shell may run: programs of the host are none. */
export function commandsOf(commands: readonly string[], left: Left): string[] {
  const known = SHELL_COMMANDS.filter((name) => commands.includes(name))
  const unknown = commands.filter((name) => name !== '' && !SHELL_COMMANDS.some((own) => own === name))
  if (unknown.length > 0) left(`commands ${unknown.join(', ')}: not available in Nido's shell`)
  return [...known]
}

/** An absolute path; '.' and '' are the root. @throws AppError `badRequest` */
export const scopeOf = (scope: string): string => parseUserPath(scope)

/**
 * Rules as Nido has them. None is left out that could close something: what cannot be read is an error.
 * @throws AppError `badRequest`, and zod's error
 */
export function rulesOf(rules: readonly unknown[], left: Left): Rule[] {
  const parsed = rules.map((one) => rule.parse(one))
  // The other server compares texts: a path that does not begin with a slash matches nothing there.
  const [dead, alive] = [parsed.filter(isDead), parsed.filter((one) => !isDead(one))]
  for (const { path } of dead) left(`rule for "${path}": it matches nothing without a leading slash`)
  checkRules(alive)
  return alive
}

const isDead = ({ regex, path }: Rule): boolean => !regex && path !== '' && !path.startsWith('/')
