// The permissions of a person, as the token and the user record carry them.
import { z } from 'zod'

export const PERMISSIONS = [
  'admin',
  'execute',
  'create',
  'rename',
  'modify',
  'delete',
  'share',
  'download',
  'importTorrents',
  'importYouTube',
  'calendar',
] as const

export type Permission = (typeof PERMISSIONS)[number]

/** Every permission is a boolean; one that is left out is `false`. */
export const permissions = z.object(
  Object.fromEntries(PERMISSIONS.map((name) => [name, z.boolean().default(false)])) as Record<
    Permission,
    z.ZodDefault<z.ZodBoolean>
  >,
)
export type Permissions = z.infer<typeof permissions>
