/** Fetches what gives a lost focus back (`lost-focus.ts`), which no first screen needs. Never rejects. */
export async function watchFocus(after?: Promise<void>): Promise<void> {
  try {
    await after
    ;(await import('./lost-focus.ts')).watchLostFocus()
  } catch {
    // Everything else works without it.
  }
}
