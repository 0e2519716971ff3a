// What kind of system error was thrown. Not by `instanceof`: in Jest, Node's own errors are of another realm.

/** Whether an error carries this code, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code
}
