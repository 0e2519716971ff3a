import { useEffect } from 'react'
import { receiveFiles, receiveWaiting } from '../../actions/receiveFiles.ts'
import type { FileEntry } from '../../lib/upload-entries.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Files that the system opens with the installed page (the Launch Handler API; Chromium). */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void
}

/** Takes files that other apps share with the installed page, or that the system opens with it. */
export function useReceived(): void {
  const root = useRoot()
  useEffect(() => {
    if (new URLSearchParams(location.search).get('received') === 'none') {
      root.toasts.show({ kind: 'bad', message: { key: 'upload.notReceived' } })
      root.navigate('/files/', { replace: true })
    }
    void receiveWaiting(root).catch(root.toasts.error)
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ files = [] }) => {
      void Promise.all(files.map(entryOf))
        .then((entries) => receiveFiles(root, entries))
        .catch(root.toasts.error)
    })
  }, [root])
}

async function entryOf(handle: FileSystemFileHandle): Promise<FileEntry> {
  const file = await handle.getFile()
  return { kind: 'file', names: [file.name], file, handle: { top: handle, inside: [] } }
}
