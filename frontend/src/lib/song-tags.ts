// Reads title, artist and album at the start of a song: ID3v2 (MP3), Vorbis comments (FLAC, Ogg) and MP4 tags. Broken
// or truncated tags are ignored.

export interface SongTags {
  /** '' if unknown, as are the others. */
  title: string
  artist: string
  album: string
}

/** How many bytes at the start are searched. */
export const TAG_BYTES = 128 * 1024

type Field = keyof SongTags
const NOTHING: SongTags = { title: '', artist: '', album: '' }
/** Longer values are cut. */
const LENGTH_MAX = 300

const ID3_FRAMES: Readonly<Record<string, Field>> = {
  TIT2: 'title',
  TPE1: 'artist',
  TALB: 'album',
  TT2: 'title',
  TP1: 'artist',
  TAL: 'album',
}
const VORBIS_FIELDS: Readonly<Record<string, Field>> = { TITLE: 'title', ARTIST: 'artist', ALBUM: 'album' }
const MP4_ATOMS: Readonly<Record<string, Field>> = { '\u00A9nam': 'title', '\u00A9ART': 'artist', '\u00A9alb': 'album' }

/** Reads the tags in the first bytes of a song. */
export function readSongTags(bytes: Uint8Array): SongTags {
  const found: Partial<SongTags> = {}
  try {
    const latin = decode('latin1', bytes)
    if (latin.startsWith('ID3')) readId3(bytes, found)
    else if (latin.startsWith('fLaC')) readFlac(bytes, found)
    else if (latin.startsWith('OggS')) readOgg(bytes, latin, found)
    else if (latin.startsWith('ftyp', 4)) readMp4(bytes, latin, found)
  } catch (error) {
    // A length pointed beyond the end.
    if (!(error instanceof RangeError)) throw error
  }
  return { ...NOTHING, ...found }
}

const decode = (encoding: string, bytes: Uint8Array): string => new TextDecoder(encoding).decode(bytes)

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Sets a field once, to the first of several values. */
function tell(found: Partial<SongTags>, field: Field | undefined, text: string): void {
  const [first = ''] = text.split('\0')
  if (field !== undefined && found[field] === undefined && first.trim() !== '')
    found[field] = first.trim().slice(0, LENGTH_MAX)
}

/** A "synchsafe" integer of ID3v2: seven bits in each byte. */
const safeNumber = (view: DataView, at: number): number =>
  [0, 1, 2, 3].reduce((sum, each) => sum * 128 + (view.getUint8(at + each) & 0x7f), 0)

const ID3_ENCODINGS = ['latin1', 'utf-16', 'utf-16be', 'utf-8']
const HEADER_BYTES = 10

function readId3(bytes: Uint8Array, found: Partial<SongTags>): void {
  const view = viewOf(bytes)
  const version = view.getUint8(3)
  const idLength = version === 2 ? 3 : 4
  const end = Math.min(bytes.length, HEADER_BYTES + safeNumber(view, 6))
  let at = HEADER_BYTES
  while (at + HEADER_BYTES < end) {
    const id = decode('latin1', bytes.subarray(at, at + idLength))
    if (!/^[A-Z0-9]+$/.test(id)) return
    const size =
      version === 2
        ? view.getUint32(at + 2) & 0xffffff
        : version === 4
          ? safeNumber(view, at + 4)
          : view.getUint32(at + 4)
    const body = at + (version === 2 ? 6 : HEADER_BYTES)
    const field = ID3_FRAMES[id]
    if (field !== undefined && body + size <= end)
      tell(found, field, decode(ID3_ENCODINGS[view.getUint8(body)] ?? 'latin1', bytes.subarray(body + 1, body + size)))
    at = body + size
  }
}

const COMMENTS_BLOCK = 4

function readFlac(bytes: Uint8Array, found: Partial<SongTags>): void {
  const view = viewOf(bytes)
  let at = 4
  while (at + 4 < bytes.length) {
    const kind = view.getUint8(at) & 0x7f
    const size = view.getUint32(at) & 0xffffff
    if (kind === COMMENTS_BLOCK) readComments(bytes, at + 4, found)
    at += 4 + size
  }
}

function readOgg(bytes: Uint8Array, latin: string, found: Partial<SongTags>): void {
  for (const mark of ['OpusTags', '\u0003vorbis']) {
    const at = latin.indexOf(mark)
    if (at >= 0) readComments(bytes, at + mark.length, found)
  }
}

/** Vorbis comments: entries like `TITLE=Dawn`, each preceded by its length. */
function readComments(bytes: Uint8Array, from: number, found: Partial<SongTags>): void {
  const view = viewOf(bytes)
  let at = from + 4 + view.getUint32(from, true)
  const count = view.getUint32(at, true)
  at += 4
  for (let number = 0; number < count; number++) {
    const end = at + 4 + view.getUint32(at, true)
    if (end > bytes.length) return
    const [name = '', ...value] = decode('utf-8', bytes.subarray(at + 4, end)).split('=')
    tell(found, VORBIS_FIELDS[name.toUpperCase()], value.join('='))
    at = end
  }
}

/** Bytes from an atom's name to its text: name, size, `data`, type and locale. */
const ATOM_TEXT = 20

function readMp4(bytes: Uint8Array, latin: string, found: Partial<SongTags>): void {
  const view = viewOf(bytes)
  for (const [name, field] of Object.entries(MP4_ATOMS)) {
    const at = latin.indexOf(name)
    if (at < 0 || !latin.startsWith('data', at + 8)) continue
    const end = at + 4 + view.getUint32(at + 4)
    if (end <= bytes.length) tell(found, field, decode('utf-8', bytes.subarray(at + ATOM_TEXT, end)))
  }
}
