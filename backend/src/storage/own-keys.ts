// What lies where in the system bucket.

/** Lists of versions that deletes took, or that were replaced. */
export const MANIFESTS = 'manifests/'
/** What operations under way work on, and what is too long for one object. */
export const WORK = 'work/'
export const WORK_PARTS = 'work-parts/'
/** What was in the way of something new. */
export const HISTORY = 'history/'
/** Notes that have left the database: each itself, and an empty object that tells it by its time, newest first. */
export const NOTES = 'notes/'
export const NOTES_BY_TIME = 'notes-by-time/'
/** The same by what a person did in one go. */
export const NOTES_BY_ACTION = 'notes-by-action/'
/** Notes of what was replaced, in the database or not, by the place that they tell of: these follow a rename. */
export const NOTES_BY_PATH = 'notes-by-path/'
/** Notes of several replaced files that have left the database, by the folders of these: a rename divides them. */
export const NOTES_BY_FOLDER = 'notes-by-folder/'
/** Tails of unfinished uploads. */
export const UPLOADS = 'uploads/'
export const PREVIEWS = 'previews/'
/** The listings of archives. */
export const ARCHIVE_LISTINGS = 'archive-listings/'
export const CHECKSUMS = 'checksums/'
/** The days on which photos were taken. */
export const PHOTO_DAYS = 'photo-days/'
export const AUDIT = 'audit/'
export const BRANDING_FILES = 'branding/'
/** Short-lived objects that the capabilities of the server are tried out with. */
export const TRIALS = 'trials/'
/** What imports hold: torrent files, lists of what is in them, pictures of videos. */
export const IMPORTS = 'imports/'
/** Packages of programs that an administrator has chosen. */
export const PROGRAMS = 'programs/'
