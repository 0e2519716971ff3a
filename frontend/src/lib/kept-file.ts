// Reopens a file from a handle that was kept over a reload (File System Access API; Chromium).
import { asOriginal } from './file-copies.ts'
import type { KeptHandle } from './upload-entries.ts'

type Permitted = FileSystemHandle & {
  queryPermission?: (options: { mode: 'read' }) => Promise<PermissionState>
  requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState>
}

/**
 * The file, or null if it is gone or access was not granted.
 * @param mayAsk whether the browser may ask the person; only in a click's own handler
 */
export async function fileOfHandle({ top, inside }: KeptHandle, mayAsk: boolean): Promise<File | null> {
  try {
    const permitted: Permitted = top
    // Browsers that ask nobody have handles of copies alone.
    let state = (await permitted.queryPermission?.({ mode: 'read' })) ?? 'granted'
    if (state !== 'granted' && mayAsk) state = (await permitted.requestPermission?.({ mode: 'read' })) ?? state
    if (state !== 'granted') return null
    let handle: FileSystemHandle = top
    for (const [index, name] of inside.entries()) {
      const folder = handle as FileSystemDirectoryHandle
      handle = index === inside.length - 1 ? await folder.getFileHandle(name) : await folder.getDirectoryHandle(name)
    }
    return asOriginal(await (handle as FileSystemFileHandle).getFile(), top)
  } catch {
    return null
  }
}
