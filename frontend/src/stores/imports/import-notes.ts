// What is said of an attempt to import something.
import { IMPORT_ERRORS, type ImportError } from '../../../../backend/contract/import-kinds.ts'
import { messageOf } from '../../api/error-message.ts'
import { ApiError } from '../../api/http.ts'
import type { Message } from '../../i18n/message.ts'
import type { FixedText } from '../../lib/fixed-texts.ts'
import { importErrorKey } from './ends.ts'

/** What became of the last attempt: a specified text, and whatever else is to be said. */
export interface ImportNote {
  isBad: boolean
  fixed: FixedText | null
  messages: readonly Message[]
}

/** As specified: whether the server has answered at all. */
export const failureText = (error: unknown): FixedText =>
  error instanceof ApiError && error.status > 0 ? 'refused' : 'failed'

/** Why torrents have not begun; of several, each by its name. */
export function noteOfFailures(failures: ReadonlyMap<File, unknown>, files: readonly File[]): ImportNote {
  const [error] = failures.values()
  const started = files.length - failures.size
  const messages = [...failures].map(([{ name }, each]): Message =>
    files.length === 1 ? reasonOf(each) : { key: 'imports.refusedOne', values: { link: name, reason: reasonOf(each) } },
  )
  if (started > 0) messages.unshift({ key: 'imports.started', values: { count: started } })
  return { isBad: true, fixed: failureText(error), messages }
}

/** Why the server refused it. It says in its own words what is wrong with a torrent. */
export function reasonOf(error: unknown): Message {
  const code =
    error instanceof ApiError ? IMPORT_ERRORS.find((each) => error.message.startsWith(`${each}:`)) : undefined
  return code === undefined ? messageOf(error) : { key: importErrorKey(code) }
}

interface Outcome {
  started: number
  refused: readonly { link: string; error: ImportError }[]
  /** Words that are no links. */
  others: number
}

/** No more than these are told one by one. */
const REFUSED_SHOWN = 5
const LINK_SHOWN = 80

const shorten = (link: string): string => (link.length > LINK_SHOWN ? `${link.slice(0, LINK_SHOWN - 1)}…` : link)

export function noteOf({ started, refused, others }: Outcome): ImportNote | null {
  const told = refused.slice(0, REFUSED_SHOWN)
  const more = refused.length - told.length
  const messages: Message[] = told.map(({ link, error }) => ({
    key: 'imports.refusedOne',
    values: { link: shorten(link), reason: { key: importErrorKey(error) } },
  }))
  if (started > 0) messages.unshift({ key: 'imports.started', values: { count: started } })
  if (more > 0) messages.push({ key: 'imports.refusedMore', values: { count: more } })
  if (others > 0) messages.push({ key: 'imports.leftOut', values: { count: others } })
  return messages.length === 0 ? null : { isBad: refused.length > 0, fixed: null, messages }
}
