// The code of a system error. Without `instanceof`, because in Jest Node's own errors come from another realm.

/** Whether an error carries this code, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code
}
