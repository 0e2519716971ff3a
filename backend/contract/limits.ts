// All limits that a client can run into: on requests, on what a person has, and on answers. docs/api.md shows them as a
// table (`LIMITS`).

// Requests.
/** Bytes of a request's head, including the URL. */
export const HEAD_MAX_BYTES = 32 * 1024
/** Header lines. Browsers behind proxies send about forty. */
export const HEADERS_MAX = 100
/** Cookies of a request, including those of other sites on the host. */
export const COOKIES_MAX = 50
/** Query parameters. */
export const QUERY_VALUES_MAX = 100
/** The size of a JSON body in bytes, and how long it may take to arrive. */
export const JSON_MAX_BYTES = 1024 * 1024
export const JSON_MAX_SECONDS = 30
/** Bytes of one path segment, and of a whole object key (S3 API: 1,024). */
export const SEGMENT_MAX_BYTES = 255
export const KEY_MAX_BYTES = 1024
/** Names in a selection (`files=` of an archive) or a restore. */
export const NAMES_MAX = 1_000
/** Words and filters of a search. */
export const SEARCH_TERMS_MAX = 32
export const SEARCH_FILTERS_MAX = 32
/** Ranges of one request. No player or download manager needs more. */
export const RANGES_MAX = 32
/** Bytes of a password. All of them count. */
export const PASSWORD_MAX_BYTES = 1024
/** Rules of the household, and of a person; characters of a rule's pattern. */
export const RULES_MAX = 1_000
export const PATTERN_MAX_LENGTH = 1024
/** Entries in the other lists of people and settings: commands, lines of a hook, changed fields. */
export const LIST_MAX = 1_000
/** Bytes of a command line of the shell. */
export const LINE_MAX_BYTES = 4 * 1024
/** Characters of a pattern in it, and the RE2 steps it compiles to: each character of a name may cost that many. */
export const PATTERN_STEPS_MAX = 1_000
/** Characters of one path in a selection. Longer than a key, which does not hold the shared folder's name. */
export const SELECTED_PATH_MAX = 2 * KEY_MAX_BYTES

// People.
export const SESSIONS_MAX = 100
export const LINKS_MAX = 1_000
export const UNFINISHED_UPLOADS_MAX = 1_000
/** Open sockets of one kind on one replica: pages that listen, command lines that run. */
export const SOCKETS_MAX = 32

// Answers.
/** Subtitles of one video, and of all videos of a listing. */
export const FILM_SUBTITLES_MAX = 64
export const LISTING_SUBTITLES_MAX = 20_000
/** A text file of up to this many bytes has `content`; a longer one counts as a blob. */
export const TEXT_CONTENT_MAX_BYTES = 10 * 1024 * 1024
/** Versions of a file. The oldest are deleted first. */
export const VERSIONS_MAX = 1_000

/** One row of the table. `over`: what happens beyond the limit. */
interface Limit {
  what: string
  most: string
  over: string
}

const number = (value: number): string => value.toLocaleString('en')
const bytes = (value: number): string =>
  value >= 1024 ** 2 ? `${value / 1024 ** 2} MiB` : value >= 1024 ? `${value / 1024} KiB` : `${number(value)} bytes`

export const LIMITS: readonly Limit[] = [
  { what: "A request's head, including the URL", most: bytes(HEAD_MAX_BYTES), over: '431' },
  { what: 'Headers of a request', most: number(HEADERS_MAX), over: `400; over ${2 * HEADERS_MAX}, 431` },
  { what: 'Cookies of a request, from any site', most: number(COOKIES_MAX), over: '400' },
  { what: 'Query parameters', most: number(QUERY_VALUES_MAX), over: '400' },
  { what: 'A JSON body', most: bytes(JSON_MAX_BYTES), over: '413' },
  {
    what: 'Time for a JSON body to arrive',
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
  { what: 'Ranges in `Range`', most: number(RANGES_MAX), over: 'ignored: the whole file is sent' },
  { what: 'A password', most: bytes(PASSWORD_MAX_BYTES), over: '400; for logging in 403; of a link 401' },
  { what: 'Rules of the household, and of a person', most: number(RULES_MAX), over: '400' },
  { what: "A rule's pattern", most: `${number(PATTERN_MAX_LENGTH)} characters`, over: '400' },
  { what: 'Commands of a person, lines of a hook, fields in `which`', most: number(LIST_MAX), over: '400' },
  { what: 'A path in `files=`', most: `${number(SELECTED_PATH_MAX)} characters`, over: '400' },
  {
    what: 'A pattern in a command line of the shell',
    most: `${number(PATTERN_STEPS_MAX)} characters or RE2 steps`,
    over: 'the command reports it and ends',
  },
  { what: 'A command line of the shell', most: bytes(LINE_MAX_BYTES), over: 'the socket closes' },
  { what: 'Sessions of a person', most: number(SESSIONS_MAX), over: 'the one that was unused for longest ends' },
  {
    what: 'Links of a person',
    most: number(LINKS_MAX),
    over: 'ended links are deleted, oldest first; if there are none, 409 `tooMany`',
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
    what: 'Subtitles listed for one video',
    most: number(FILM_SUBTITLES_MAX),
    over: 'the first in natural order, and `moreSubtitles`',
  },
  {
    what: 'Subtitles listed in one folder',
    most: number(LISTING_SUBTITLES_MAX),
    over: 'those of the first videos, and `moreSubtitles` for the others',
  },
  { what: "A text's `content`", most: bytes(TEXT_CONTENT_MAX_BYTES), over: 'it is left out' },
  { what: 'Versions of a file', most: number(VERSIONS_MAX), over: 'the oldest are deleted' },
]
