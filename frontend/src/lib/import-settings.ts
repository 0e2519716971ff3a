// Converts the settings of imports to the fields of their form, and back.
import {
  DEFAULT_IMPORTS,
  IMPORTS_RUNNING_MAX,
  type ImportSettings,
  SEED_RATIO_MAX,
} from '../../../backend/contract/import-settings.ts'
import { limitOfText, textOfLimit } from './size-text.ts'

/** Whole numbers; empty for the default. */
export const IMPORT_COUNTS = ['running', 'each'] as const
/** Sizes, and speeds as sizes a second; empty for no limit. */
export const IMPORT_SIZES = [
  'scratchBytes',
  'underWayBytes',
  'downLimit',
  'upLimit',
  'quietDownLimit',
  'quietUpLimit',
] as const

type Typed = (typeof IMPORT_COUNTS)[number] | (typeof IMPORT_SIZES)[number] | 'seedRatio'

/** What is typed is a text, because it may be invalid. */
export type ImportFields = Record<Typed, string> & Pick<ImportSettings, 'quietFrom' | 'quietTo' | 'sites'>

export function importFieldsOf(settings: ImportSettings): ImportFields {
  const { running, each, seedRatio, quietFrom, quietTo, sites } = settings
  const sizes = IMPORT_SIZES.map((name) => [name, textOfLimit(settings[name])])
  return {
    ...(Object.fromEntries(sizes) as Record<(typeof IMPORT_SIZES)[number], string>),
    running: String(running),
    each: String(each),
    seedRatio: String(seedRatio),
    quietFrom,
    quietTo,
    sites,
  }
}

/** Only for fields without troubles. */
export function importSettingsOf(fields: ImportFields): ImportSettings {
  const count = (name: (typeof IMPORT_COUNTS)[number]) =>
    fields[name].trim() === '' ? DEFAULT_IMPORTS[name] : Number(fields[name])
  const sizes = IMPORT_SIZES.map((name) => [name, limitOfText(fields[name]) ?? 0])
  const { quietFrom, quietTo, sites } = fields
  return {
    ...(Object.fromEntries(sizes) as Record<(typeof IMPORT_SIZES)[number], number>),
    running: count('running'),
    each: count('each'),
    seedRatio: ratioOf(fields.seedRatio) ?? 0,
    quietFrom,
    quietTo,
    sites,
  }
}

/** The fields that cannot be saved as they are. */
export function importTroubles(fields: ImportFields): ReadonlySet<Typed> {
  const isWrongCount = (name: (typeof IMPORT_COUNTS)[number]) => {
    const text = fields[name].trim()
    return text !== '' && !(/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= IMPORTS_RUNNING_MAX)
  }
  return new Set<Typed>([
    ...IMPORT_COUNTS.filter(isWrongCount),
    ...IMPORT_SIZES.filter((name) => limitOfText(fields[name]) === null),
    ...(ratioOf(fields.seedRatio) === null ? (['seedRatio'] as const) : []),
  ])
}

/** A number such as `1.5` or `1,5`, 0 for empty text; null for an invalid one. */
function ratioOf(text: string): number | null {
  const typed = text.trim().replace(',', '.')
  const isRatio = /^\d*(?:\.\d+)?$/.test(typed) && Number(typed) <= SEED_RATIO_MAX
  return isRatio ? Number(typed) : null
}
