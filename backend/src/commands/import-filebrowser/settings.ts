// What becomes of the configuration of an export: settings of the household are taken, those of the process told.
import { BROWSER_LOCALE } from '../../../contract/locales.ts'
import { BRAND_COLOR, settings as settingsBody, type Settings, type SettingsBody } from '../../../contract/settings.ts'
import { AppError } from '../../lib/app-error.ts'
import { changedNames } from '../../lib/changed-names.ts'
import type { ExportedConfig } from './exports.ts'
import { commandsOf, localeOf, rulesOf, scopeOf, type Left } from './translations.ts'

export interface SettingsPlan {
  body: SettingsBody
  /** Names of what becomes other than it is. */
  changes: { name: string; from: unknown; to: unknown }[]
  left: string[]
  /** Lines for the environment of the API; a secret is never among them. */
  environment: string[]
}

/** @throws AppError `badRequest` for a configuration that cannot be taken over safely */
export function planSettings({ settings, server, auther }: ExportedConfig, present: Settings): SettingsPlan {
  const left: string[] = []
  const leave: Left = (what) => void left.push(what)
  const body = bodyOf(settings, present, leave)
  leaveHooks(settings, leave)
  const names = changedNames(present, {
    ...body,
    branding: { ...body.branding, reportUrl: present.branding.reportUrl },
    retentionDays: present.retentionDays,
    sharedLimit: present.sharedLimit,
    authMethod: present.authMethod,
  })
  return {
    body,
    changes: names.map((name) => ({ name, from: valueAt(present, name), to: valueAt(body, name) })),
    left,
    environment: environmentOf({ server, auther, authMethod: settings.authMethod }, leave),
  }
}

function bodyOf(settings: ExportedConfig['settings'], present: Settings, leave: Left): SettingsBody {
  const defaults = settings.defaults ?? { scope: '', locale: '', commands: [] }
  const branding = settings.branding ?? { name: '', files: '', color: '' }
  const hasColor = BRAND_COLOR.test(branding.color)
  if (!hasColor) leave(`branding.color ${branding.color}: must be written as #rrggbb`)
  if (branding.files !== '')
    leave(
      `branding.files ${branding.files}: put the logo, the icon and custom.css from there by the page, ` +
        'under Settings, Global',
    )
  if (settings.shell && settings.shell.length > 0) leave(`shell ${settings.shell.join(' ')}: Nido has its own shell`)
  const rules = readStrictly('the rules', () => rulesOf(settings.rules ?? [], leave))
  const parsed = settingsBody.safeParse({
    // What older ones do not have stays as it is.
    ...present,
    ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined)),
    shell: [],
    commands: present.commands,
    rules,
    branding: { ...branding, files: '', color: hasColor ? branding.color : '' },
    defaults: {
      ...defaults,
      // The root is everybody's there who has no scope; here it is the administrator's own tree.
      scope: readStrictly('the scope for new people', () => scopeOf(defaults.scope)).replace(/^\/$/, ''),
      locale: localeOf(defaults.locale, leave) || BROWSER_LOCALE,
      commands: commandsOf(defaults.commands ?? [], leave),
    },
    retentionDays: undefined,
    sharedLimit: undefined,
  })
  if (!parsed.success)
    throw new AppError('badRequest', `invalid value: ${parsed.error.issues[0]?.path.join('.') ?? ''}`)
  return parsed.data
}

/** Rules close things: without them nothing is taken over. */
function readStrictly<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new AppError('badRequest', `${what} cannot be read${cause instanceof AppError ? `: ${cause.message}` : ''}`, {
      cause,
    })
  }
}

/** They were written for programs of the host and its paths: run on people's trees they would do something else. */
function leaveHooks({ commands }: ExportedConfig['settings'], leave: Left): void {
  for (const [trigger, lines] of Object.entries(commands ?? {})) {
    for (const line of lines ?? [])
      if (line.trim() !== '')
        leave(
          `hook ${trigger} "${line}": hooks run inside Nido, on the tree of who acts; write it anew under ` +
            'Settings, Global',
        )
  }
}

type Process = Pick<ExportedConfig, 'server' | 'auther'> & { authMethod: string }

function environmentOf({ server, auther, authMethod }: Process, leave: Left): string[] {
  const { recaptcha } = auther ?? {}
  if (authMethod === 'proxy' || authMethod === 'hook')
    leave(`authMethod ${authMethod}: people log in with name and password`)
  if (server?.tlsKey || server?.tlsCert) leave('tlsKey, tlsCert: put a proxy with TLS in front of Nido')
  if (server?.socket) leave(`socket ${server.socket}: Nido listens on a port`)
  if (server?.authHook) leave('authHook: Nido does not start programs')
  const baseUrl = server?.baseURL.replace(/\/+$/, '')
  return [
    ...(authMethod === 'noauth' ? ['AUTH_METHOD=noauth'] : []),
    ...(baseUrl ? [`BASE_URL=${baseUrl}`] : []),
    ...(server?.port ? [`PORT=${server.port}`] : []),
    ...(server?.address ? [`HOST=${server.address}`] : []),
    ...(server?.enableThumbnails === false ? ['ENABLE_THUMBS=false'] : []),
    ...(server?.resizePreview === false ? ['RESIZE_PREVIEW=false'] : []),
    ...(server?.enableExec === false ? ['ENABLE_EXEC=false'] : []),
    ...(server?.tokenExpirationTime ? [`TOKEN_LIFE=${server.tokenExpirationTime}`] : []),
    ...(recaptcha?.key
      ? [`RECAPTCHA_KEY=${recaptcha.key}`, 'RECAPTCHA_SECRET=(auther.recaptcha.secret of the file)']
      : []),
    ...(recaptcha?.key && recaptcha.host ? [`RECAPTCHA_HOST=${recaptcha.host}`] : []),
  ]
}

function valueAt(record: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], record)
}
