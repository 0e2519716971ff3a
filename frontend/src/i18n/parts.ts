// Which texts come with which page. A page starts with the texts that it shows at once. Large rooms bring theirs with
// their code. All others come as one part, with the first screen, dialog or panel that is fetched later.

/** Sections of the texts, or single ones (`profile.atLeast`), by the name of the page that starts with them. */
const PAGES = {
  /** The login. */
  start: ['action', 'error', 'failure', 'frame', 'login', 'profile.atLeast'],
  /** A guest's page. */
  guest: [
    'action',
    'dialog.download',
    'error',
    'failure',
    'guest',
    'kind',
    'listing',
    'login.hidePassword',
    'login.showPassword',
    'login.submit',
    'preview.position',
    'share.qr',
    'trash.soon',
  ],
  /** The frame and the files, including their messages. */
  files: [
    'action',
    'arcade.title',
    'calendar.title',
    'clipboard',
    'dialog.close',
    'dialog.compress.action',
    'dialog.compare.action',
    'dialog.folder.copyAction',
    'dialog.folder.moveAction',
    'dialog.newFile.action',
    'dialog.newFolder.action',
    'dialog.rename.action',
    'error',
    'extras.title',
    'failure',
    'favourites.add',
    'favourites.added',
    'favourites.mark',
    'favourites.remove',
    'favourites.removed',
    'favourites.title',
    'frame',
    'imports.places',
    'keys',
    'kind',
    'listing',
    'remove',
    'offline',
    'preview.info.action',
    'preview.replaced',
    'recent.title',
    'settings.title',
    'share.action',
    'share.copied',
    'share.isShared',
    'share.stopped',
    'shell.action',
    'theme',
    'toast',
    'transfer',
    'trash.items',
    'trash.soon',
    'trash.title',
    'upload.allDone',
    'upload.drop',
    'upload.dropInto',
    'upload.files',
    'upload.folder',
    'upload.home',
    'upload.looking',
    'upload.photos',
  ],
} as const

/** The rooms that bring their texts along. The files do not start with these. */
const ROOMS = {
  calendar: ['calendar'],
  imports: ['imports'],
  leisure: ['arcade', 'extras'],
  settings: [
    'audit',
    'household',
    'people',
    'permission',
    'profile',
    'push',
    'rules',
    'sessions',
    'settings',
    'status',
  ],
} as const

/** What is said outside of its room, too: by the tray, by toasts, when somebody has to log in again. */
const EVERYWHERE = [
  'calendar.busy',
  'imports.again',
  'imports.arrived',
  'imports.arrivedInPart',
  'imports.cancel',
  'imports.checked',
  'imports.error',
  'imports.failedOne',
  'imports.knownLinks',
  'imports.left',
  'imports.missed',
  'imports.openFolder',
  'imports.pause',
  'imports.paused',
  'imports.peers',
  'imports.phase',
  'imports.refusedOne',
  'imports.resume',
  'imports.section',
  'imports.showAll',
  'imports.speed',
  'imports.started',
  'imports.stored',
  'imports.storedIn',
  'imports.title',
  'imports.waiting',
  'imports.waitingForPeers',
  'profile.atLeast',
  'push.tested',
  'sessions.device',
  'sessions.unknown',
  'settings.people',
] as const

export type TextRoom = keyof typeof ROOMS
export type TextPart = keyof typeof PAGES | TextRoom | 'rest'
export const TEXT_ROOMS = Object.keys(ROOMS) as TextRoom[]
export const TEXT_PARTS = [...Object.keys(PAGES), 'rest', ...TEXT_ROOMS] as TextPart[]

export type Texts = { [key: string]: string | Texts }

/** `profile.atLeast_one` is a form of `profile.atLeast`. */
const isAmong = (key: string, names: readonly string[]): boolean =>
  names.some((name) => key.startsWith(name) && /^(?:$|[._])/.test(key.slice(name.length)))

const roomOf = (key: string): TextRoom | undefined =>
  isAmong(key, EVERYWHERE) ? undefined : TEXT_ROOMS.find((room) => isAmong(key, ROOMS[room]))

/**
 * Whether a text belongs to a part. What the files do not start with is in its room or in `rest`. The build fails if a
 * page lacks a text; a unit test fails if a part of the page that is fetched later does.
 */
export const isInPart = (key: string, part: TextPart): boolean =>
  part in PAGES
    ? isAmong(key, PAGES[part as keyof typeof PAGES])
    : !isAmong(key, PAGES.files) && (roomOf(key) ?? 'rest') === part

/** The texts of a part. */
export function textsOfPart(texts: Texts, part: TextPart, prefix = ''): Texts {
  const kept = Object.entries(texts).flatMap(([name, text]): [string, string | Texts][] => {
    const key = prefix + name
    if (typeof text === 'string') return isInPart(key, part) ? [[name, text]] : []
    const inner = textsOfPart(text, part, `${key}.`)
    return Object.keys(inner).length === 0 ? [] : [[name, inner]]
  })
  return Object.fromEntries(kept)
}
