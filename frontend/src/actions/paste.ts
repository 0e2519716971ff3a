import { ClipboardPaste } from 'lucide-react'
import type { Action } from './action.ts'

/** Pastes what was cut or copied into the current folder. */
export const paste: Action = {
  id: 'paste',
  label: 'action.paste',
  icon: ClipboardPaste,
  // Ctrl+V arrives as a `paste` event, which may carry files instead; see scenes/files.
  shortcuts: [{ key: 'v', mod: true }],
  isAllowed: (root) => root.session.can(root.clipboard.kind === 'cut' ? 'rename' : 'create'),
  isEnabled: (root) => !root.clipboard.isEmpty && root.listing.state === 'ready',
  run: (root) => root.clipboard.paste(root.listing.folder),
}
