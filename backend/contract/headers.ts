// Header names that both sides use.
export const TOKEN_HEADER = 'X-Auth'
export const RENEW_HEADER = 'X-Renew-Token'
/** The cookie that Nido sets, for whoever asks for it by `COOKIE_HEADER`. No script can read it. */
export const SESSION_COOKIE = 'nido'
/** The cookie that other clients' pages set and clear by script. Nido reads it and sets none. */
export const PAGE_COOKIE = 'auth'
/** Header by which signing in and renewing are asked for the cookie: `1`. A foreign page cannot send it. */
export const COOKIE_HEADER = 'X-Nido-Cookie'
/** Header of a DELETE's answer that names its trash note, for the undo in the toast. */
export const TRASH_NOTE_HEADER = 'X-Trash-Note'
/**
 * Header by which a client names what a person does in one go: all calls of one upload, of one deletion. The trash
 * tells what has one name as one action. Up to 64 letters, digits and hyphens; anything else counts as no name.
 */
export const ACTION_HEADER = 'X-Action'
/** Header that names a request in the log. */
export const REQUEST_ID_HEADER = 'X-Request-Id'

/** Header in which a guest sends a link's password, percent-encoded as UTF-8. */
export const SHARE_PASSWORD_HEADER = 'X-SHARE-PASSWORD'
