// How a screen is left that lies above another one.

/** Marks an entry of the browser's history that is left by going back, to where it was opened: a search, or a list. */
export const GOES_BACK = { goesBack: true }

/** Whether the state of an entry is marked so. */
export const doesGoBack = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'goesBack' in state && state.goesBack === true
