// How much a request may bring, a person may have and an answer tells: the numbers that a client can run into, all of
// them here. docs/api.md has them as a table (`LIMITS`).

// What a request brings.
/** Bytes of a request's head, its URL included. */
export const HEAD_MAX_BYTES = 32 * 1024
/** Lines of the head; browsers behind proxies send some forty. */
export const HEADERS_MAX = 100
/** All cookies that a request carries, whosever they are. */
export const COOKIES_MAX = 50
/** Values behind the `?` of an address. */
export const QUERY_VALUES_MAX = 100
/** Bytes of a JSON body, and how long it may take to come. */
export const JSON_MAX_BYTES = 1024 * 1024
export const JSON_MAX_SECONDS = 30
/** Bytes of one path segment, and of a whole object key (S3 API: 1,024). */
export const SEGMENT_MAX_BYTES = 255
export const KEY_MAX_BYTES = 1024
/** Names that a selection (`files=` of an archive) or a restore holds. */
export const NAMES_MAX = 1_000
/** Words and filters of a search. */
export const SEARCH_TERMS_MAX = 32
export const SEARCH_FILTERS_MAX = 32
/** Ranges of one request: more than any player or resumed download asks for. */
export const RANGES_MAX = 32
/** Bytes of a password that Nido accepts; all of them count. */
export const PASSWORD_MAX_BYTES = 1024
/** Rules of the household, and of a person; characters of a rule's pattern. */
export const RULES_MAX = 1_000
export const PATTERN_MAX_LENGTH = 1024
/** Names in other lists that a person's record or the settings have: commands, lines of a hook, fields to change. */
export const LIST_MAX = 1_000
/** Bytes of the shell's command line. */
export const LINE_MAX_BYTES = 4 * 1024
/** Characters of a pattern in it, and the steps of RE2 that it comes to: each character of a name may cost as many. */
export const PATTERN_STEPS_MAX = 1_000
/** Characters of one path in a selection: the shared folder's name is in no key. */
export const SELECTED_PATH_MAX = 2 * KEY_MAX_BYTES

// What a person has.
export const SESSIONS_MAX = 100
export const LINKS_MAX = 1_000
export const UNFINISHED_UPLOADS_MAX = 1_000
/** Open sockets of one kind on one replica: pages that listen, command lines that run. */
export const SOCKETS_MAX = 32

// What an answer tells of what lies there.
/** Subtitles of one film, and of all films of a listing. */
export const FILM_SUBTITLES_MAX = 64
export const LISTING_SUBTITLES_MAX = 20_000
/** A text up to this many bytes comes with its content; a longer one is a blob. */
export const TEXT_CONTENT_MAX_BYTES = 10 * 1024 * 1024
/** A file has at most so many versions; the oldest go first. */
export const VERSIONS_MAX = 1_000

/** One row of the table. `over`: what becomes of more. */
interface Limit {
  what: string
  most: string
  over: string
}

const number = (value: number): string => value.toLocaleString('en')
const bytes = (value: number): string =>
  value >= 1024 ** 2 ? `${value / 1024 ** 2} MiB` : value >= 1024 ? `${value / 1024} KiB` : `${number(value)} bytes`

export const LIMITS: readonly Limit[] = [
  { what: "A request's head, the URL included", most: bytes(HEAD_MAX_BYTES), over: '431' },
  { what: 'Headers of a request', most: number(HEADERS_MAX), over: `400; over ${2 * HEADERS_MAX}, 431` },
  { what: 'Cookies of a request, whosever they are', most: number(COOKIES_MAX), over: '400' },
  { what: 'Values behind the `?`', most: number(QUERY_VALUES_MAX), over: '400' },
  { what: 'A JSON body', most: bytes(JSON_MAX_BYTES), over: '413' },
  {
    what: 'Time that a JSON body may take to come',
    most: `${JSON_MAX_SECONDS} s`,
    over: '408, and the connection closes',
  },
  {
    what: 'A segment of a path; the path as a key',
    most: `${bytes(SEGMENT_MAX_BYTES)}; ${bytes(KEY_MAX_BYTES)}`,
    over: '400',
  },
  { what: 'Names in `files=` of an archive, `paths` of a restore', most: number(NAMES_MAX), over: '400' },
  { what: 'Words of a search; its filters', most: `${SEARCH_TERMS_MAX}; ${SEARCH_FILTERS_MAX}`, over: '400' },
  { what: 'Ranges in `Range`', most: number(RANGES_MAX), over: 'passed over: the whole file' },
  { what: 'A password', most: bytes(PASSWORD_MAX_BYTES), over: '400; to sign in with, 403; of a link, 401' },
  { what: 'Rules of the household, and of a person', most: number(RULES_MAX), over: '400' },
  { what: "A rule's pattern", most: `${number(PATTERN_MAX_LENGTH)} characters`, over: '400' },
  { what: 'Commands of a person, lines of a hook, fields in `which`', most: number(LIST_MAX), over: '400' },
  { what: 'A path in `files=`', most: `${number(SELECTED_PATH_MAX)} characters`, over: '400' },
  {
    what: 'A pattern in a line of the shell',
    most: `${number(PATTERN_STEPS_MAX)} characters, or steps of RE2`,
    over: 'the command says so and ends',
  },
  { what: 'A line of the shell', most: bytes(LINE_MAX_BYTES), over: 'the socket closes' },
  { what: 'Sessions of a person', most: number(SESSIONS_MAX), over: 'the one ends that was not used for longest' },
  {
    what: 'Links of a person',
    most: number(LINKS_MAX),
    over: 'those go that have ended, the oldest first; where none has, 409 `tooMany`',
  },
  {
    what: 'Unfinished uploads of a person',
    most: number(UNFINISHED_UPLOADS_MAX),
    over: '503 `tooManyUploads` with `Retry-After`',
  },
  {
    what: 'Open pages of a person on one replica; command lines',
    most: `${SOCKETS_MAX}; ${SOCKETS_MAX}`,
    over: '429 with `Retry-After`',
  },
  {
    what: 'Subtitles told of one film',
    most: number(FILM_SUBTITLES_MAX),
    over: 'the first in natural order, and `moreSubtitles`',
  },
  {
    what: 'Subtitles told in one listing',
    most: number(LISTING_SUBTITLES_MAX),
    over: 'those of the first films, and `moreSubtitles` for the others',
  },
  { what: "A text's `content`", most: bytes(TEXT_CONTENT_MAX_BYTES), over: 'it comes without' },
  { what: 'Versions of a file', most: number(VERSIONS_MAX), over: 'the oldest go' },
]
