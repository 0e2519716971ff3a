// All limits that a client can run into: on requests, on what a person has, and on answers. docs/api.md shows them as a
// table (limits-table.ts).

// Requests.
/** Bytes of a request's head, including the URL. */
export const HEAD_MAX_BYTES = 32 * 1024
/** Header lines. Browsers behind proxies send about forty. */
export const HEADERS_MAX = 100
/** Cookies of a request, including those of other sites on the host. */
export const COOKIES_MAX = 50
/** Query parameters. */
export const QUERY_VALUES_MAX = 100
/** The size of a JSON body in bytes, the fields of its outermost object, and how long it may take to arrive. */
export const JSON_MAX_BYTES = 1024 * 1024
export const JSON_MAX_FIELDS = 1_000
export const JSON_MAX_SECONDS = 30
/** Bytes of one path segment, and of a whole object key (S3 API: 1,024). */
export const SEGMENT_MAX_BYTES = 255
export const KEY_MAX_BYTES = 1024
/** Names in a selection (`files=` of an archive) or a restore. */
export const NAMES_MAX = 1_000
/** Words and filters of a search. */
export const SEARCH_TERMS_MAX = 32
export const SEARCH_FILTERS_MAX = 32
/** The most hits of a search that is sorted by relevance. */
export const SEARCH_HITS_MAX = 10_000
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
export const FAVOURITES_MAX = 500
/** The most places in the list of recently opened ones, and in that of recently changed files. */
export const RECENT_MAX = 200
/** The most parts of a folder in the map of the storage, the most parts of a part, and the most endings. */
export const MAP_PARTS_MAX = 100
export const MAP_INNER_PARTS_MAX = 20
export const MAP_ENDINGS_MAX = 100
/** What people did: names in an entry, entries of a bucket that are kept, of one person and of all, and of a page. */
export const ACTIVITY_NAMES_MAX = 5
export const ACTIVITY_OF_PERSON_MAX = 100
export const ACTIVITY_MAX = 300
export const ACTIVITY_PAGE = 100
/** Photos of a folder whose dates are read, and photos of one day that are listed. */
export const PHOTO_DAYS_MAX = 100_000
export const DAY_PHOTOS_MAX = 300
/** The most files in the lists of the largest and the oldest ones. */
export const STORAGE_LIST_MAX = 200
/** Files of the same size: the most groups, the most files of a group, and the smallest size, in bytes. */
export const SAME_SIZES_MAX = 100
export const SAME_SIZE_FILES_MAX = 20
export const SAME_SIZE_MIN_BYTES = 1024 * 1024
export const UNFINISHED_UPLOADS_MAX = 1_000
/** The most folders whose view is stored for a person. */
export const FOLDER_VIEWS_MAX = 200
/** Open sockets of one kind on one replica: pages that listen, command lines that run. */
export const SOCKETS_MAX = 32
/** The most pages of a person that report their uploads to each other. */
export const PAGES_REPORTING_MAX = 32

// Answers.
/** Subtitles of one video, and of all videos of a listing. */
export const FILM_SUBTITLES_MAX = 64
export const LISTING_SUBTITLES_MAX = 20_000
/** A text file of up to this many bytes has `content`; a longer one counts as a blob. */
export const TEXT_CONTENT_MAX_BYTES = 10 * 1024 * 1024
/** Versions of a file. The oldest are deleted first. */
export const VERSIONS_MAX = 1_000

// Imports.
/** Links that one request may bring, and characters of one. */
export const IMPORT_LINKS_MAX = 50
export const IMPORT_LINK_MAX_LENGTH = 8 * 1024
/** Imports of a person that have not ended. */
export const IMPORTS_MAX = 200
/** Hours that ended imports stay in the list, and how many of a person at most. */
export const IMPORTS_KEPT_HOURS = 24
export const IMPORTS_KEPT_MAX = 200
/** Imports in the history of a person. */
export const IMPORT_HISTORY_MAX = 200
/** Feeds that a person follows, bytes of one, entries that are known of one, and imports that one look begins. */
export const FOLLOWS_MAX = 50
export const FEED_MAX_BYTES = 16 * 1024 * 1024
export const FEED_ENTRIES_MAX = 5_000
export const FEED_NEW_MAX = 20
/** How often a feed may be looked into on demand, and in how many minutes. */
export const FOLLOW_LOOKS_MAX = 12
export const FOLLOW_LOOKS_MINUTES = 10
/** Bytes of a torrent file, its files, its trackers, and bytes of all that it brings. */
export const TORRENT_MAX_BYTES = 10 * 1024 * 1024
export const IMPORT_FILES_MAX = 20_000
/** Files of a torrent that come before the others, in an order that was chosen. */
export const IMPORT_FIRST_MAX = 1_000
export const IMPORT_TRACKERS_MAX = 100
/** Entries of a list of videos, and seconds and bytes of one video. */
export const VIDEO_ENTRIES_MAX = 200
export const VIDEO_MAX_SECONDS = 12 * 60 * 60
export const VIDEO_MAX_BYTES = 64 * 1024 ** 3
/** Subtitles that come with a video. */
export const VIDEO_SUBTITLES_MAX = 32
/** Bytes of the file at a link. */
export const LINK_MAX_BYTES = 1024 ** 4
