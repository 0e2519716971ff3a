import { copyText } from '../lib/copy-text.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { tellCopied } from './tellCopied.ts'

/** Copies the address of a link to the clipboard, and says whether that worked. */
export const copyLink = (root: RootStore, url: string): Promise<boolean> =>
  tellCopied(root, copyText(url), { key: 'share.copied' })
