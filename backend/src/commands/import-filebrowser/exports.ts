// The files that `filebrowser users export` and `filebrowser config export` write (JSON), told apart by what is in
// them.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { Misuse } from '../command.ts'

const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

/** A person. What is in it is looked at later, one by one, so that one that is odd keeps nobody else out. */
const exportedUser = z.looseObject({ username: z.string(), scope: optionalText })
export type ExportedUser = z.infer<typeof exportedUser>

const exportedConfig = z.looseObject({
  settings: z.looseObject({
    authMethod: optionalText,
    commands: z.record(z.string(), z.array(z.string()).nullable()).nullish(),
    shell: z.array(z.string()).nullish(),
    defaults: z
      .looseObject({ scope: optionalText, locale: optionalText, commands: z.array(z.string()).nullish() })
      .nullish(),
    rules: z.array(z.unknown()).nullish(),
    branding: z.looseObject({ name: optionalText, files: optionalText, color: optionalText }).nullish(),
  }),
  server: z
    .looseObject({
      root: optionalText,
      baseURL: optionalText,
      port: z.union([z.string(), z.number()]).nullish(),
      address: optionalText,
      socket: optionalText,
      tlsKey: optionalText,
      tlsCert: optionalText,
      authHook: optionalText,
      tokenExpirationTime: optionalText,
      enableThumbnails: z.boolean().nullish(),
      resizePreview: z.boolean().nullish(),
      enableExec: z.boolean().nullish(),
    })
    .nullish(),
  auther: z
    .looseObject({
      recaptcha: z.looseObject({ host: optionalText, key: optionalText, secret: optionalText }).nullish(),
    })
    .nullish(),
})
export type ExportedConfig = z.infer<typeof exportedConfig>

export interface Exports {
  users: ExportedUser[]
  config: ExportedConfig | null
}

/** What is wrong with a file, in words for who called. */
export class ExportError extends Misuse {
  override readonly name = 'ExportError'
}

/** @throws ExportError for a file that cannot be read or is no export; for two of one kind */
export async function readExports(files: readonly string[]): Promise<Exports> {
  let users: ExportedUser[] | null = null
  let config: ExportedConfig | null = null
  for (const file of files) {
    const content = await readJson(file)
    if (Array.isArray(content)) {
      if (users) throw new ExportError(`${file}: another file already has people`)
      users = parse(z.array(exportedUser), content, `${file}: not an export of \`filebrowser users export\``)
    } else {
      if (config) throw new ExportError(`${file}: another file already has a configuration`)
      config = parse(exportedConfig, content, `${file}: not an export of \`filebrowser config export\``)
    }
  }
  return { users: users ?? [], config }
}

async function readJson(file: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new ExportError(`${file}: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new ExportError(`${file}: not JSON; export to a name that ends in .json`)
  }
}

function parse<T>(schema: z.ZodType<T>, value: unknown, trouble: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ExportError(`${trouble} (${parsed.error.issues[0]?.path.join('.') || 'the whole file'})`)
}
