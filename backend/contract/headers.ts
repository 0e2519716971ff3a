// Header names that both sides use.
export const TOKEN_HEADER = 'X-Auth'
export const RENEW_HEADER = 'X-Renew-Token'
export const TOKEN_COOKIE = 'auth'
/** Header of a DELETE's answer that names its trash note, for the undo in the toast. */
export const TRASH_NOTE_HEADER = 'X-Trash-Note'
/**
 * Header by which a client names what a person does in one go: all calls of one upload, of one deletion. The trash tells what has one name as one
 * action. Up to 64 letters, digits and hyphens; anything else counts as no name.
 */
export const ACTION_HEADER = 'X-Action'
/** Header that names a request in the log. */
export const REQUEST_ID_HEADER = 'X-Request-Id'
