// Which texts come with which page. A page starts with the texts that it shows at once. All others come as one part,
// with the first screen, dialog or panel that is fetched later.

/** Sections of the texts, or single ones (`profile.atLeast`), by the name of their part. */
const ROOMS = {
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
    'share.copyFailed',
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
  ],
} as const

export type TextPart = keyof typeof ROOMS | 'rest'
export const TEXT_PARTS: readonly TextPart[] = ['start', 'guest', 'files', 'rest']

export type Texts = { [key: string]: string | Texts }

/** `profile.atLeast_one` is a form of `profile.atLeast`. */
const isIn = (key: string, part: keyof typeof ROOMS): boolean =>
  ROOMS[part].some((room) => key.startsWith(room) && /^(?:$|[._])/.test(key.slice(room.length)))

/**
 * Whether a text belongs to a part; to `rest` if the files do not start with it. The build fails if a page lacks one.
 */
export const isInPart = (key: string, part: TextPart): boolean =>
  part === 'rest' ? !isIn(key, 'files') : isIn(key, part)

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
