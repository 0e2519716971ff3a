// Opens the browser's chooser for files or a folder.
import { entriesOfFiles, type UploadEntry } from './upload-entries.ts'

/** The files that the person chooses; none if they cancel. Only in a click's or key's own handler. */
export const pickFiles = (): Promise<UploadEntry[]> => pick({ isMultiple: true })

/** Photos and videos: a phone shows those that it has. */
export const pickPhotos = (): Promise<UploadEntry[]> => pick({ isMultiple: true, accept: 'image/*,video/*' })

/** One file. */
export const pickFile = async (): Promise<File | null> => {
  const [entry] = await pick({})
  return entry?.kind === 'file' ? entry.file : null
}

/** A folder with all files below it. Browsers do not report its empty folders. */
export const pickFolder = (): Promise<UploadEntry[]> => pick({ isFolder: true, isMultiple: true })

interface Picking {
  isFolder?: boolean
  isMultiple?: boolean
  /** Kinds of files, as the attribute of an input. */
  accept?: string
}

function pick({ isFolder = false, isMultiple = false, accept = '' }: Picking): Promise<UploadEntry[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.hidden = true
    input.multiple = isMultiple
    input.webkitdirectory = isFolder
    input.accept = accept
    const settle = () => {
      input.remove()
      resolve(entriesOfFiles(input.files ?? []))
    }
    input.addEventListener('change', settle)
    input.addEventListener('cancel', settle)
    // Safari forgets an input that is not in the page.
    document.body.append(input)
    input.click()
  })
}
