// The global settings, for administrators, and those that the page gets when it loads.
import { z } from 'zod'
import { VIDEO_SITES } from './import-kinds.ts'
import { IMPORTS_RUNNING_MAX, SEED_RATIO_MAX } from './import-settings.ts'
import { LIST_MAX, RULES_MAX } from './limits.ts'
import { permissions } from './permissions.ts'
import { PASSWORD_MAX_BYTES } from './session.ts'
import { rule, SORT_KEYS, VIEW_MODES } from './users.ts'
import {
  HOOK_EVENTS,
  DEFAULT_CHUNK_SIZE,
  DEFAULT_RETRY_COUNT,
  DEFAULT_MINIMUM_PASSWORD_LENGTH,
  THEMES,
  BRAND_NAME_MAX,
  isReportUrl,
  RETRY_COUNT_MAX,
  RETENTION_DAYS_MAX,
} from './settings-limits.ts'

export {
  HOOK_EVENTS,
  DEFAULT_CHUNK_SIZE,
  DEFAULT_RETRY_COUNT,
  DEFAULT_MINIMUM_PASSWORD_LENGTH,
  DEFAULT_RETENTION_DAYS,
  THEMES,
  BRAND_NAME_MAX,
  RETRY_COUNT_MAX,
  RETENTION_DAYS_MAX,
} from './settings-limits.ts'

/**
 * A colour as `#rgb` or `#rrggbb`; empty for Nido's own. The page only takes the hue, so that all text stays
 * readable.
 */
export const BRAND_COLOR = /^(?:#(?:[0-9a-f]{3}|[0-9a-f]{6}))?$/i

const text = z.string().default('')
const flag = z.boolean().default(false)
const list = <T extends z.ZodType>(item: T, most = LIST_MAX) =>
  z
    .array(item)
    .max(most)
    .nullish()
    .transform((value) => value ?? [])
const orEmpty = <T extends z.ZodType>(schema: T) => z.preprocess((value) => value ?? {}, schema)
const hookNames = HOOK_EVENTS.flatMap((event) => [`before_${event}`, `after_${event}`])

const amount = z.int().nonnegative()
const hour = z.int().min(0).max(23)

const importSettings = z.strictObject({
  running: z.int().min(1).max(IMPORTS_RUNNING_MAX).describe('Imports that run at a time, on all workers together.'),
  each: z.int().min(1).max(IMPORTS_RUNNING_MAX).describe('Imports of one person that run at a time.'),
  scratchBytes: amount.describe('Bytes that one worker may have on its disk; 0 for no limit but the disk.'),
  underWayBytes: amount.describe(
    'Bytes of all imports of a person into the shared folder that have not ended; 0 for no limit.',
  ),
  downLimit: amount.describe('Bytes a second that a worker fetches; 0 for no limit.'),
  upLimit: amount.describe('Bytes a second that its torrents give back; 0 for no limit.'),
  quietFrom: hour.describe('The hour of the day at which the other limits begin.'),
  quietTo: hour.describe('The hour at which they end; there are none if both are the same.'),
  quietDownLimit: amount.describe('Like `downLimit`, between these hours.'),
  quietUpLimit: amount.describe('Like `upLimit`, between these hours.'),
  seedRatio: z
    .number()
    .min(0)
    .max(SEED_RATIO_MAX)
    .describe('How much of what it fetched a torrent gives back before it ends; 0 for nothing.'),
  sites: z.enum(VIDEO_SITES).describe('Where videos may come from.'),
})

/** Body of `PUT /api/settings`. It replaces everything: missing fields become empty, and empty ones their default. */
export const settings = z.object({
  signup: flag,
  hideLoginButton: flag,
  createUserDir: flag,
  minimumPasswordLength: z
    .number()
    .int()
    .nonnegative()
    .max(PASSWORD_MAX_BYTES)
    .default(0)
    .transform((value) => value || DEFAULT_MINIMUM_PASSWORD_LENGTH),
  userHomeBasePath: text.transform((value) => value || '/'),
  defaults: orEmpty(
    z.object({
      scope: text,
      locale: text.transform((value) => value || 'en'),
      viewMode: z.preprocess((value) => value || 'mosaic', z.enum(VIEW_MODES)),
      singleClick: flag,
      sorting: orEmpty(z.object({ by: z.union([z.literal(''), z.enum(SORT_KEYS)]).default(''), asc: flag })),
      perm: orEmpty(permissions),
      commands: list(z.string()),
      hideDotfiles: flag,
      dateFormat: flag,
    }),
  ),
  rules: list(rule, RULES_MAX),
  branding: orEmpty(
    z.object({
      name: z.string().max(BRAND_NAME_MAX).default(''),
      disableExternal: flag,
      disableUsedPercentage: flag,
      files: text,
      theme: z.enum(THEMES).default(''),
      color: z.string().regex(BRAND_COLOR).default(''),
      // Where people report problems. Nido's own setting: kept if a client leaves it out.
      reportUrl: z.string().refine(isReportUrl, 'must be an https address').optional(),
    }),
  ),
  tus: orEmpty(
    z.object({
      chunkSize: z.number().int().nonnegative().default(0),
      retryCount: z.number().int().nonnegative().max(RETRY_COUNT_MAX).default(0),
    }),
  ).transform((value) =>
    value.chunkSize === 0 && value.retryCount === 0
      ? { chunkSize: DEFAULT_CHUNK_SIZE, retryCount: DEFAULT_RETRY_COUNT }
      : value,
  ),
  shell: list(z.string()),
  commands: z
    .record(z.string(), z.array(z.string()).max(LIST_MAX).nullable())
    .nullish()
    .transform((value) => Object.fromEntries(hookNames.map((name) => [name, value?.[name] ?? []]))),
  // Days that older versions and deleted files are kept. Nido's own setting: kept if a client leaves it out.
  retentionDays: z.number().int().nonnegative().max(RETENTION_DAYS_MAX).optional(),
  // Bytes that the shared folder may take, including older versions; 0 for no limit. Nido's own setting: kept if a
  // client leaves it out.
  sharedLimit: z.number().int().nonnegative().optional(),
  // Limits of imports. Nido's own setting: kept if a client leaves it out.
  imports: importSettings.optional(),
})
export type SettingsBody = z.infer<typeof settings>

/** Answer of `GET /api/settings`. */
export const settingsRecord = z.strictObject({
  signup: z.boolean(),
  hideLoginButton: z.boolean(),
  createUserDir: z.boolean().describe('Whether a new person without a scope gets a home folder.'),
  minimumPasswordLength: z.int().nonnegative().describe('Bytes.'),
  userHomeBasePath: z.string().describe('Where home folders are created.'),
  defaults: z
    .strictObject({
      scope: z.string(),
      locale: z.string().describe('`browser` for the language of each person’s browser.'),
      viewMode: z.enum(VIEW_MODES),
      singleClick: z.boolean(),
      sorting: z.strictObject({ by: z.union([z.literal(''), z.enum(SORT_KEYS)]), asc: z.boolean() }),
      perm: permissions,
      commands: z.array(z.string()),
      hideDotfiles: z.boolean(),
      dateFormat: z.boolean(),
    })
    .describe('The defaults for people who sign up.'),
  rules: z.array(rule),
  branding: z.strictObject({
    name: z.string(),
    disableExternal: z.boolean(),
    disableUsedPercentage: z.boolean(),
    files: z
      .string()
      .describe('Kept for other clients; Nido does not use it. Logo, icon and style sheet have calls of their own.'),
    theme: z.enum(THEMES),
    color: z.string().describe("`#rgb` or `#rrggbb`; the page uses its hue. Empty for Nido's own."),
    reportUrl: z.string().describe('Where people report problems: an https address, or empty for none.'),
  }),
  tus: z.strictObject({ chunkSize: z.int().nonnegative().describe('Bytes.'), retryCount: z.int().nonnegative() }),
  shell: z.array(z.string()).describe('Kept for other clients; Nido does not use it because it has its own shell.'),
  commands: z
    .record(z.string(), z.array(z.string()))
    .describe(
      'Hooks: `before_` or `after_` an event, and the command lines to run. ' +
        'A line that Nido’s shell cannot run is kept but does nothing.',
    ),
  retentionDays: z.int().nonnegative().describe('Days that older versions and deleted files are kept.'),
  sharedLimit: z
    .int()
    .nonnegative()
    .describe('Bytes that the shared folder may take, including older versions and deleted files; 0 for no limit.'),
  imports: importSettings,
  authMethod: z.enum(['json', 'noauth']).describe('Set when the server starts; read-only here.'),
})
export type Settings = z.infer<typeof settingsRecord>

/** The configuration object in the page. */
export interface PublicSettings {
  Name: string
  BaseURL: string
  StaticURL: string
  Version: string
  Theme: '' | 'light' | 'dark'
  Color: string
  CSS: boolean
  // Nido's own: addresses of the household's logo, icon and style sheet; empty if there is none. Icon and style sheet
  // are also in the page's head.
  LogoURL: string
  IconURL: string
  StyleURL: string
  DisableExternal: boolean
  // Nido's own: where people report problems; empty if nowhere.
  ReportURL: string
  DisableUsedPercentage: boolean
  Signup: boolean
  // Nido's own: minimum length of a new password, in bytes.
  MinimumPasswordLength: number
  NoAuth: boolean
  AuthMethod: string
  LoginPage: boolean
  LogoutPage: string
  HideLoginButton: boolean
  ReCaptcha: boolean
  ReCaptchaHost?: string
  ReCaptchaKey?: string
  EnableThumbs: boolean
  ResizePreview: boolean
  // Nido's own: whether videos and songs have thumbnails.
  VideoThumbs: boolean
  EnableExec: boolean
  TusSettings: { chunkSize: number; retryCount: number }
  // Nido's own: the name of the shared folder in every root; empty if there is none.
  SharedFolder: string
  // Nido's own: days that deleted files can be restored; -1 if the storage keeps no versions.
  RetentionDays: number
}
