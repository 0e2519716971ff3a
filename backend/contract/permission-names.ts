// The names of the permissions. Without schemas, so that the page can import it.

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
