// The permissions of a person, by their names. Without schemas, for the page.

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
