// People: the record of `/api/users`, and the bodies that create and change one.
import { z } from 'zod'
import { BROWSER_LOCALE } from './locales.ts'
import { LIST_MAX, PATTERN_MAX_LENGTH, RULES_MAX } from './limits.ts'
import { permissions } from './permissions.ts'
import { VIEW_MODES, SORT_KEYS } from './user-choices.ts'

export { VIEW_MODES, SORT_KEYS } from './user-choices.ts'

export const viewMode = z.enum(VIEW_MODES)
export type ViewMode = z.infer<typeof viewMode>

/** For names, `asc: false` means A to Z, as the reference server has it. */
export const sorting = z.object({ by: z.enum(SORT_KEYS), asc: z.boolean() })
export type Sorting = z.infer<typeof sorting>

/** A rule allows or denies a path and everything below it, or what a regular expression (RE2 syntax) matches. */
export const rule = z.object({
  regex: z.boolean().default(false),
  allow: z.boolean().default(false),
  path: z.string().default(''),
  regexp: z.object({ raw: z.string().max(PATTERN_MAX_LENGTH).default('') }).nullish(),
})
export type Rule = z.infer<typeof rule>

const emptyable = <T extends z.ZodType>(schema: T, empty: z.input<T>) =>
  z.preprocess((value) => (value === '' || value === null || value === undefined ? empty : value), schema)
const list = <T extends z.ZodType>(item: T, most: number) =>
  z
    .array(item)
    .max(most)
    .nullish()
    .transform((value) => value ?? [])

/** The fields in requests. Missing ones get their default. */
export const userFields = z.object({
  id: z.number().int().nonnegative().default(0),
  username: z.string().max(256).default(''),
  // Only in requests; answers hold ''.
  password: z.string().default(''),
  scope: z.string().max(1024).default(''),
  // Clients copy it from the defaults.
  locale: z
    .string()
    .max(32)
    .default('')
    .transform((value) => (value === BROWSER_LOCALE ? '' : value)),
  lockPassword: z.boolean().default(false),
  viewMode: emptyable(viewMode, 'list'),
  singleClick: z.boolean().default(false),
  perm: permissions.nullish().transform((value) => permissions.parse(value ?? {})),
  commands: list(z.string(), LIST_MAX),
  sorting: z.preprocess(
    (value) => ({
      by: 'name',
      asc: false,
      ...(value as object | null),
      ...((value as { by?: string } | null)?.by ? {} : { by: 'name' }),
    }),
    sorting,
  ),
  rules: list(rule, RULES_MAX),
  hideDotfiles: z.boolean().default(false),
  dateFormat: z.boolean().default(false),
  // Bytes that a person may store in their scope; 0 for no limit. Nido's own field: kept if a client leaves it out.
  quota: z.number().int().nonnegative().optional(),
  // Bytes that older versions and deleted files may take besides; 0 for as many as the quota. Nido's own field: kept if
  // a client leaves it out.
  historyLimit: z.number().int().nonnegative().optional(),
  // When the person may play in the arcade, such as 16:00-20:00; '' for always. Nido's own field: kept if a client
  // leaves it out.
  playHours: z
    .string()
    .regex(/^$|^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
})
export type UserFields = z.infer<typeof userFields>

/** A person in answers, without password and hash. */
export const userRecord = z.strictObject({
  id: z.int().positive(),
  username: z.string(),
  password: z.string().describe('Always empty.'),
  scope: z.string().describe('The root of the person; only administrators get this.'),
  locale: z.string().describe('The language that the person chose; empty for that of the browser.'),
  lockPassword: z.boolean().describe('Whether the person is not allowed to change the password.'),
  viewMode,
  singleClick: z.boolean(),
  perm: permissions,
  commands: z.array(z.string()).describe('The shell commands that the person may run.'),
  sorting,
  rules: z.array(rule),
  hideDotfiles: z.boolean(),
  dateFormat: z.boolean().describe('Whether full dates and times are shown.'),
  quota: z.int().nonnegative().describe('Bytes that the person may store in the scope; 0 for no limit.'),
  historyLimit: z
    .int()
    .nonnegative()
    .describe(
      'Bytes that older versions and deleted files in the scope may take besides the quota; 0 for as many ' +
        'as the quota.',
    ),
  playHours: z
    .string()
    .describe('When the person may play in the arcade, by the clock of the server: `16:00-20:00`; empty for always.'),
})
export type UserRecord = z.infer<typeof userRecord>

/** Answer of `GET /api/users/usage`. */
export const peopleUsage = z.strictObject({
  items: z
    .array(
      z.strictObject({
        id: z.int().positive(),
        used: z
          .int()
          .nonnegative()
          .nullable()
          .describe('Bytes of the present files in the scope; null if counting takes more than three seconds.'),
      }),
    )
    .describe('Everybody, by id.'),
  cursor: z.null().describe('Always null.'),
})
export type PeopleUsage = z.infer<typeof peopleUsage>

/** Body of `DELETE /api/users/{id}`. It may be left out. */
export const removeUserBody = z.object({
  current_password: z.string().nullish().describe('The password of the caller; it is checked if sent.'),
})

/** Body of POST and PUT `/api/users`. */
export const changeUserBody = z.object({
  what: z.literal('user'),
  which: list(z.string(), LIST_MAX),
  current_password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).describe('The fields of a person, as in UserFields.'),
})
export type ChangeUserBody = z.infer<typeof changeUserBody>
