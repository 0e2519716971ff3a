// Converts the settings of the household to the fields of their form, and back.
import type { Settings } from '../../../backend/contract/settings.ts'
import {
  DEFAULT_CHUNK_SIZE,
  DEFAULT_MINIMUM_PASSWORD_LENGTH,
  DEFAULT_RETENTION_DAYS,
  DEFAULT_RETRY_COUNT,
  isReportUrl,
  RETENTION_DAYS_MAX,
  RETRY_COUNT_MAX,
} from '../../../backend/contract/settings-limits.ts'
import { PASSWORD_MAX_BYTES } from '../../../backend/contract/limits.ts'
import { SHELL_COMMANDS } from '../../../backend/contract/shell.ts'
import { importFieldsOf, type ImportFields, importSettingsOf, importTroubles } from './import-settings.ts'
import { limitOfText, parseSize, sizeText, textOfLimit } from './size-text.ts'

/** Numbers, sizes and lists are texts here, because what is typed may be invalid. */
export interface HouseForm {
  signup: boolean
  hideLoginButton: boolean
  createUserDir: boolean
  userHomeBasePath: string
  minimumPasswordLength: string
  rules: Settings['rules']
  branding: Settings['branding']
  chunkSize: string
  retryCount: string
  retentionDays: string
  /** A size; empty for no limit. */
  sharedLimit: string
  imports: ImportFields
  defaults: Settings['defaults']
  /** Names of commands, separated by spaces. */
  commands: string
  /** One line for each command, by `before_` or `after_` and the event. */
  hooks: Readonly<Record<string, string>>
}

/** The fields with whole numbers: their bounds, and their values when left empty. */
export const HOUSE_NUMBERS = {
  minimumPasswordLength: { least: 1, most: PASSWORD_MAX_BYTES, usual: DEFAULT_MINIMUM_PASSWORD_LENGTH },
  retryCount: { least: 0, most: RETRY_COUNT_MAX, usual: DEFAULT_RETRY_COUNT },
  retentionDays: { least: 0, most: RETENTION_DAYS_MAX, usual: DEFAULT_RETENTION_DAYS },
} as const
export type HouseNumber = keyof typeof HOUSE_NUMBERS

/** The value of an invalid chunk size. */
const FALLBACK_CHUNK = 1024 ** 2
export const USUAL_CHUNK = sizeText(DEFAULT_CHUNK_SIZE)

/** The effective chunk size of a typed text, in the largest unit that fits. */
export const tidyChunk = (text: string): string => sizeText(parseSize(text) ?? FALLBACK_CHUNK)

/** Fields that cannot be saved as they are. Hooks always can: one that cannot run does nothing. */
export interface HouseTroubles {
  numbers: ReadonlySet<HouseNumber>
  hasWrongHome: boolean
  hasWrongScope: boolean
  hasWrongLimit: boolean
  hasWrongReport: boolean
  imports: ReturnType<typeof importTroubles>
  unknownCommands: readonly string[]
}

export function houseFormOf(settings: Settings): HouseForm {
  const {
    signup,
    hideLoginButton,
    createUserDir,
    userHomeBasePath,
    minimumPasswordLength,
    rules,
    branding,
    tus,
    retentionDays,
    sharedLimit,
    imports,
    defaults,
    commands,
  } = settings
  return {
    signup,
    hideLoginButton,
    createUserDir,
    userHomeBasePath,
    rules,
    branding,
    defaults,
    minimumPasswordLength: String(minimumPasswordLength),
    chunkSize: sizeText(tus.chunkSize),
    retryCount: String(tus.retryCount),
    retentionDays: String(retentionDays),
    sharedLimit: textOfLimit(sharedLimit),
    imports: importFieldsOf(imports),
    commands: defaults.commands.join(' '),
    hooks: Object.fromEntries(Object.entries(commands).map(([name, lines]) => [name, textOfLines(lines)])),
  }
}

/** The settings with the form's values. Only for a form without troubles. */
export function settingsOf(form: HouseForm, settings: Settings): Settings {
  const number = (name: HouseNumber) => (form[name].trim() === '' ? HOUSE_NUMBERS[name].usual : Number(form[name]))
  const { signup, hideLoginButton, createUserDir, userHomeBasePath, rules, branding, defaults } = form
  return {
    ...settings,
    signup,
    hideLoginButton,
    createUserDir,
    rules,
    userHomeBasePath: userHomeBasePath.trim() || '/',
    branding: { ...branding, name: branding.name.trim(), reportUrl: branding.reportUrl.trim() },
    minimumPasswordLength: number('minimumPasswordLength'),
    tus: { chunkSize: parseSize(form.chunkSize) ?? FALLBACK_CHUNK, retryCount: number('retryCount') },
    retentionDays: number('retentionDays'),
    sharedLimit: limitOfText(form.sharedLimit) ?? 0,
    imports: importSettingsOf(form.imports),
    defaults: { ...defaults, scope: defaults.scope.trim(), commands: wordsOf(form.commands) },
    commands: Object.fromEntries(
      Object.entries(form.hooks).map(([name, text]) => [name, hookLines(text, settings.commands[name] ?? [])]),
    ),
  }
}

/** The lines of a hook's field. An unchanged field stays as it is stored, including spaces. */
function hookLines(text: string, stored: readonly string[]): string[] {
  if (text === textOfLines(stored)) return [...stored]
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

const textOfLines = (lines: readonly string[]): string => lines.join('\n')

export function troublesOf(form: HouseForm): HouseTroubles {
  const isWrong = (name: HouseNumber) => {
    const text = form[name].trim()
    const { least, most } = HOUSE_NUMBERS[name]
    return text !== '' && !(/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most)
  }
  return {
    numbers: new Set((Object.keys(HOUSE_NUMBERS) as HouseNumber[]).filter(isWrong)),
    hasWrongHome: isNoPath(form.userHomeBasePath),
    hasWrongScope: isNoPath(form.defaults.scope),
    hasWrongLimit: limitOfText(form.sharedLimit) === null,
    hasWrongReport: !isReportUrl(form.branding.reportUrl.trim()),
    imports: importTroubles(form.imports),
    unknownCommands: wordsOf(form.commands).filter((word) => !SHELL_COMMANDS.some((command) => command === word)),
  }
}

/** Empty is invalid, too: it stands for the default. */
function isNoPath(typed: string): boolean {
  const path = typed.trim()
  return (
    path !== '' && (!path.startsWith('/') || path.split('/').some((segment) => segment === '..' || segment === '.'))
  )
}

export const isTroubled = ({
  numbers,
  hasWrongHome,
  hasWrongScope,
  hasWrongLimit,
  hasWrongReport,
  imports,
  unknownCommands,
}: HouseTroubles): boolean =>
  numbers.size + imports.size + unknownCommands.length > 0 ||
  hasWrongHome ||
  hasWrongScope ||
  hasWrongLimit ||
  hasWrongReport

/**
 * The newest settings with the changes made here, so that two administrators at the same time do not undo each other's
 * changes.
 */
export function mergeForms(before: HouseForm, now: HouseForm, newest: HouseForm): HouseForm {
  return mergeChanges({ ...before }, { ...now }, { ...newest }) as unknown as HouseForm
}

const MERGED_WITHIN = new Set(['branding', 'defaults', 'hooks', 'imports', 'perm'])

function mergeChanges(
  before: Record<string, unknown>,
  now: Record<string, unknown>,
  newest: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(newest).map(([key, value]) => {
      const [from, to] = [before[key], now[key]]
      if (isAlike(from, to)) return [key, value]
      return [
        key,
        MERGED_WITHIN.has(key) && isRecord(from) && isRecord(to) && isRecord(value)
          ? mergeChanges(from, to, value)
          : to,
      ]
    }),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isAlike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
