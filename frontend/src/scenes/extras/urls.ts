/** The addresses of the extras. */
export const EXTRAS = {
  home: '/extras',
  map: '/extras/storage',
  largest: '/extras/largest',
  oldest: '/extras/oldest',
  duplicates: '/extras/duplicates',
  activity: '/extras/activity',
  day: '/extras/on-this-day',
} as const

/** The address of a folder's map. */
export const storageMapUrl = (folder: string): string =>
  folder === '/' ? EXTRAS.map : `${EXTRAS.map}?in=${encodeURIComponent(folder)}`
