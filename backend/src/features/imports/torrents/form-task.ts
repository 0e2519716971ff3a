// Reads an uploaded form in a child process, because both the form and the torrent in it may be made to do harm.
import { AppError } from '../../../lib/app-error.ts'
import type { Task } from '../../../lib/child/serve.ts'
import { readMetainfo } from './metainfo.ts'

export interface FormAnswer {
  name: string
  fileName: string
}

const FIELD = 'torrent'

/** The form's torrent file, as the body of the answer; `input` is the content type of the form. */
export const torrentForm: Task = async (input, body) => {
  const file = await fileOf(String(input), body)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { name } = readMetainfo(bytes)
  return { value: { name, fileName: file.name } satisfies FormAnswer, body: bytes }
}

/** Node's own parser reads forms (RFC 7578). */
async function fileOf(type: string, body: Uint8Array<ArrayBuffer>): Promise<File> {
  const form = await new Response(body, { headers: { 'Content-Type': type } }).formData().catch((error: unknown) => {
    throw new AppError('badRequest', 'it is no form, or a broken one', { cause: error })
  })
  const files = form.getAll(FIELD)
  const [file] = files
  if (files.length !== 1 || !(file instanceof File))
    throw new AppError('badRequest', `the form needs one file in the field ${FIELD}`)
  if (!file.name.toLowerCase().endsWith('.torrent'))
    throw new AppError('badRequest', 'the name of the file does not end in .torrent')
  return file
}
