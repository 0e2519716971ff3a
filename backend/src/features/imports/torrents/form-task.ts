// Reads an uploaded form in a child process, because both the form and the torrent in it may be made to do harm.
import { AppError } from '../../../lib/app-error.ts'
import { JobFailed } from '../../../jobs/types.ts'
import type { Task } from '../../../lib/child/serve.ts'
import { readMetainfo } from './metainfo.ts'

export interface FormAnswer {
  name: string
  fileName: string
}

const FIELD = 'torrent'
/** No client sends more. */
const FIELDS_MAX = 20
const FILE_NAME_MAX = 255

/** The form's torrent file, as the body of the answer; `input` is the content type of the form. */
export const torrentForm: Task = async (input, body) => {
  const file = await fileOf(String(input), body)
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { value: { name: nameOf(bytes), fileName: baseNameOf(file.name) } satisfies FormAnswer, body: bytes }
}

/** Clients may send whole paths. */
const baseNameOf = (path: string): string => path.replace(/^.*[/\\]/s, '').slice(-FILE_NAME_MAX)

function nameOf(bytes: Uint8Array): string {
  try {
    return readMetainfo(bytes).metainfo.name
  } catch (error) {
    if (error instanceof JobFailed) throw new AppError('badRequest', `${error.code}: ${error.detail}`, { cause: error })
    throw error
  }
}

/** Node's own parser reads forms (RFC 7578). */
async function fileOf(type: string, body: Uint8Array<ArrayBuffer>): Promise<File> {
  const form = await new Response(body, { headers: { 'Content-Type': type } }).formData().catch((error: unknown) => {
    throw new AppError('badRequest', 'this is not a form, or it is damaged', { cause: error })
  })
  if ([...form].length > FIELDS_MAX) throw new AppError('badRequest', 'the form has too many fields')
  const files = form.getAll(FIELD)
  const [file] = files
  if (files.length !== 1 || !(file instanceof File))
    throw new AppError('badRequest', `the form needs one file in the field ${FIELD}`)
  if (!file.name.toLowerCase().endsWith('.torrent'))
    throw new AppError('badRequest', 'the name of the file does not end in .torrent')
  return file
}
