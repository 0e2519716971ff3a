// Takes what other apps share with the installed page (Web Share Target). It stays in the browser's own file system
// until a page asks where it goes. lib/file-copies.ts of the page says how copies are named.
import { filesIn, plainName } from './received-files.ts'
import { scope } from './scope.ts'

/** Keeps what a form has, and leads to the page, which is shown even if there is no room. */
export async function receive(request: Request): Promise<Response> {
  const { registration } = scope
  try {
    const files = filesIn(await request.formData())
    const place = await placeOf(new URL(registration.scope).pathname)
    for (const file of files) await keep(place, file)
  } catch {
    return Response.redirect(`${registration.scope}files/?received=none`, 303)
  }
  return Response.redirect(`${registration.scope}files/`, 303)
}

async function placeOf(base: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(`nido-files ${encodeURIComponent(base)}`, { create: true })
}

async function keep(place: FileSystemDirectoryHandle, file: File): Promise<void> {
  const folder = `received.${crypto.randomUUID()}.${file.lastModified}`
  const top = await place.getDirectoryHandle(folder, { create: true })
  try {
    const handle = await top.getFileHandle(plainName(file.name), { create: true })
    await file.stream().pipeTo(await handle.createWritable())
  } catch (error) {
    await place.removeEntry(folder, { recursive: true }).catch(() => undefined)
    throw error
  }
}
