// What the first screen does not need waits until that is shown: on a slow phone it would take network and processor
// away from the first rows.
let show = (): void => undefined

/** Ends when the first screen is shown. */
export const firstScreen = new Promise<void>((resolve) => {
  show = resolve
})

/** Lets everything begin that has waited for the first screen. */
export const beginTheRest = (): void => show()

/** Fetches a part once the first screen is shown. */
export const afterFirstScreen =
  <Part>(load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    await firstScreen
    return load()
  }
