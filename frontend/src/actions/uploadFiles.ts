import { Upload } from 'lucide-react'
import { pickFiles } from '../lib/pick-files.ts'
import type { Action } from './action.ts'

/** Uploads files that the person chooses into the current folder. */
export const uploadFiles: Action = {
  id: 'uploadFiles',
  label: 'upload.files',
  icon: Upload,
  shortcuts: [{ key: 'u', alt: true }],
  isAllowed: (root) => root.session.can('create'),
  isEnabled: (root) => root.listing.state === 'ready',
  async run({ listing, uploads }) {
    const { folder } = listing
    await uploads.bring(await pickFiles(), folder)
  },
}
