import { isDeepStrictEqual } from 'node:util'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/**
 * The names of the fields that differ between two records. Nested fields are written with a dot: `perm.share`. A list
 * counts as one value.
 */
export function changedNames(before: unknown, after: unknown, within = ''): string[] {
  if (!isRecord(before) || !isRecord(after)) return isDeepStrictEqual(before, after) ? [] : [within]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    changedNames(before[name], after[name], within === '' ? name : `${within}.${name}`),
  )
}
