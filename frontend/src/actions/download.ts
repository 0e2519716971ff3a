import { Download } from 'lucide-react'
import { ApiError } from '../api/http.ts'
import { saveUrl } from '../lib/save-url.ts'
import type { Action } from './action.ts'

/**
 * Saves the selected file as it is, and a folder or several items as an archive in a format that the person chooses.
 */
export const download: Action = {
  id: 'download',
  label: 'action.download',
  icon: Download,
  shortcuts: [{ key: 's', mod: true }],
  isAllowed: (root) => root.session.can('download'),
  isEnabled: ({ chosen }) => chosen.count > 0,
  async run(root) {
    // The browser's own message would not give the reason.
    if (root.live.isCutOff) throw new ApiError(0, 'network', '000 No connection')
    const { only } = root.chosen
    if (only && !only.isDir) saveUrl(root.api.resources.rawUrl(only.path))
    else await (await import('./downloadArchive.ts')).downloadArchive(root)
  },
}
