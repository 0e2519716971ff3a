// Header names that both sides use.
export const TOKEN_HEADER = 'X-Auth'
export const RENEW_HEADER = 'X-Renew-Token'
/** The cookie that Nido sets if a client asks for it with `COOKIE_HEADER`. Scripts cannot read it. */
export const SESSION_COOKIE = 'nido'
/** The cookie that pages of other clients set and clear by script. Nido reads it but never sets it. */
export const PAGE_COOKIE = 'auth'
/** Request header for logging in and renewing: `1` asks for the cookie. A page of another site cannot send it. */
export const COOKIE_HEADER = 'X-Nido-Cookie'
/** Response header of a DELETE with the id of its trash note, for "Undo". */
export const TRASH_NOTE_HEADER = 'X-Trash-Note'
/**
 * Request header that names an action of a person, such as one upload or one deletion with all its calls. The trash
 * shows the deletes of one action as one. Up to 64 letters, digits and hyphens; anything else counts as no name.
 */
export const ACTION_HEADER = 'X-Action'
/**
 * Header that names a resumable upload. An upload is found by its path, where a later one may have taken its place: a
 * client that sends the name it was told goes on with its own upload or is refused.
 */
export const UPLOAD_HEADER = 'X-Upload'
/** Header that identifies a request in the log. */
export const REQUEST_ID_HEADER = 'X-Request-Id'

/** Header in which a guest sends the password of a link, percent-encoded as UTF-8. */
export const SHARE_PASSWORD_HEADER = 'X-SHARE-PASSWORD'
