// The permissions of a person, as the token and the user record carry them.
import { z } from 'zod'
import { PERMISSIONS, type Permission } from './permission-names.ts'

export { PERMISSIONS, type Permission } from './permission-names.ts'

/** Every permission is a boolean; a missing one is `false`. */
export const permissions = z.object(
  Object.fromEntries(PERMISSIONS.map((name) => [name, z.boolean().default(false)])) as Record<
    Permission,
    z.ZodDefault<z.ZodBoolean>
  >,
)
export type Permissions = z.infer<typeof permissions>
