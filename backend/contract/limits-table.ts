// The limits in words, for docs/api.md.
import {
  ARCHIVE_ALWAYS_FINE_BYTES,
  ARCHIVE_ENTRIES_MAX,
  ARCHIVE_GROWTH_MAX,
  WHOLE_ARCHIVE_MAX_BYTES,
} from './archives.ts'
import {
  CALENDAR_ANSWER_MAX,
  CALENDAR_EVENTS_MAX,
  CALENDAR_FILE_MAX_BYTES,
  CALENDAR_WINDOW_DAYS_MAX,
  CALENDARS_MAX,
  LASTING_EVENTS_MAX,
  MONTH_EVENTS_MAX,
  RULE_EXCEPTIONS_MAX,
  IMPORT_EVENTS_MAX,
} from './calendar-limits.ts'
import {
  ACTIVITY_MAX,
  ACTIVITY_OF_PERSON_MAX,
  DAY_PHOTOS_MAX,
  PHOTO_DAYS_MAX,
  COOKIES_MAX,
  FAVOURITES_MAX,
  FILM_SUBTITLES_MAX,
  FOLDER_VIEWS_MAX,
  HEADERS_MAX,
  HEAD_MAX_BYTES,
  IMPORT_FILES_MAX,
  IMPORT_LINKS_MAX,
  IMPORTS_MAX,
  JSON_MAX_BYTES,
  JSON_MAX_SECONDS,
  KEY_MAX_BYTES,
  LINE_MAX_BYTES,
  LINK_MAX_BYTES,
  LINKS_MAX,
  LISTING_SUBTITLES_MAX,
  LIST_MAX,
  NAMES_MAX,
  PAGES_REPORTING_MAX,
  PASSWORD_MAX_BYTES,
  PATTERN_MAX_LENGTH,
  PATTERN_STEPS_MAX,
  QUERY_VALUES_MAX,
  RANGES_MAX,
  RECENT_MAX,
  RULES_MAX,
  SEARCH_FILTERS_MAX,
  SEARCH_HITS_MAX,
  SEARCH_TERMS_MAX,
  SEGMENT_MAX_BYTES,
  SELECTED_PATH_MAX,
  SESSIONS_MAX,
  SOCKETS_MAX,
  TEXT_CONTENT_MAX_BYTES,
  TORRENT_MAX_BYTES,
  UNFINISHED_UPLOADS_MAX,
  VERSIONS_MAX,
  VIDEO_ENTRIES_MAX,
  VIDEO_MAX_BYTES,
  VIDEO_MAX_SECONDS,
  VIDEO_SUBTITLES_MAX,
} from './limits.ts'

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
  { what: 'Entries of an archive that is opened', most: number(ARCHIVE_ENTRIES_MAX), over: '413' },
  {
    what: 'What an archive that is opened would become',
    most: `${number(ARCHIVE_GROWTH_MAX)} times its size, or ${bytes(ARCHIVE_ALWAYS_FINE_BYTES)}`,
    over: '413',
  },
  {
    what: 'A 7z whose files are packed by PPMd or BCJ2',
    most: bytes(WHOLE_ARCHIVE_MAX_BYTES),
    over: 'they are listed, and reading them is 415',
  },
  { what: 'Hits of a search with `limit`', most: number(SEARCH_HITS_MAX), over: '400' },
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
  { what: 'Favourites of a person', most: number(FAVOURITES_MAX), over: '409 `tooMany`' },
  { what: 'Places that a person has opened last', most: number(RECENT_MAX), over: 'the oldest are left out' },
  {
    what: 'Unfinished uploads of a person',
    most: number(UNFINISHED_UPLOADS_MAX),
    over: '503 `tooManyUploads` with `Retry-After`',
  },
  {
    what: 'Activity that is kept of the shared folder, or of a person’s own: entries; of one person',
    most: `${number(ACTIVITY_MAX)}; ${number(ACTIVITY_OF_PERSON_MAX)}`,
    over: 'the oldest are forgotten',
  },
  {
    what: 'Photos of a person, and of the shared folder, whose dates are read',
    most: number(PHOTO_DAYS_MAX),
    over: 'the others are not looked at',
  },
  { what: 'Photos of a day in earlier years', most: number(DAY_PHOTOS_MAX), over: 'the oldest are left out' },
  {
    what: 'Folders with a view of their own, of a person',
    most: number(FOLDER_VIEWS_MAX),
    over: 'the one that was changed longest ago is forgotten',
  },
  {
    what: 'Open pages of a person on one replica; command lines',
    most: `${SOCKETS_MAX}; ${SOCKETS_MAX}`,
    over: '429 with `Retry-After`',
  },
  {
    what: 'Pages of a person that report their uploads to the others',
    most: number(PAGES_REPORTING_MAX),
    over: '409 `tooMany`',
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
  { what: 'Imports of a person that have not ended', most: number(IMPORTS_MAX), over: '409 `tooMany`' },
  { what: 'Links of one request to import', most: number(IMPORT_LINKS_MAX), over: '400' },
  { what: 'A torrent file', most: bytes(TORRENT_MAX_BYTES), over: '413' },
  { what: 'Files of a torrent', most: number(IMPORT_FILES_MAX), over: 'it fails with `tooMany`' },
  { what: 'Entries of a list of videos', most: number(VIDEO_ENTRIES_MAX), over: 'it fails with `tooMany`' },
  {
    what: 'A video',
    most: `${VIDEO_MAX_SECONDS / 3600} hours, ${VIDEO_MAX_BYTES / 1024 ** 3} GiB`,
    over: 'it fails with `tooLong` or `tooLarge`',
  },
  { what: 'Subtitles that come with a video', most: number(VIDEO_SUBTITLES_MAX), over: 'the others are left out' },
  { what: 'Calendars of a person', most: number(CALENDARS_MAX), over: '409 `tooMany`' },
  {
    what: 'Events of a person; of one month; that repeat or last for months',
    most: [CALENDAR_EVENTS_MAX, MONTH_EVENTS_MAX, LASTING_EVENTS_MAX].map(number).join('; '),
    over: '409 `tooMany`',
  },
  {
    what: 'Occurrences of an event that are changed or left out',
    most: number(RULE_EXCEPTIONS_MAX),
    over: '409 `tooMany`',
  },
  {
    what: 'Days of one request for events; events in its answer',
    most: `${CALENDAR_WINDOW_DAYS_MAX}; ${number(CALENDAR_ANSWER_MAX)}`,
    over: '400; 413',
  },
  {
    what: 'A calendar file that is imported; its events',
    most: `${bytes(CALENDAR_FILE_MAX_BYTES)}; ${number(IMPORT_EVENTS_MAX)}`,
    over: '413',
  },
  { what: 'The file at a link', most: `${LINK_MAX_BYTES / 1024 ** 4} TiB`, over: 'it fails with `tooLarge`' },
]
