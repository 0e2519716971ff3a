// Copies paths and links to the system clipboard. Fetched when it is first used.
import { copyText } from '../lib/copy-text.ts'
import { filesUrl } from '../lib/paths.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { tellCopied } from './tellCopied.ts'

/** The selected items, or the current folder. */
const placesOf = ({ chosen, listing }: RootStore): readonly { path: string; isDir: boolean }[] =>
  chosen.count > 0 ? chosen.items : [{ path: listing.folder, isDir: true }]

/** Copies paths, one per line. */
export async function copyPaths(root: RootStore): Promise<void> {
  const paths = placesOf(root).map(({ path }) => path)
  await tellCopied(root, copyText(paths.join('\n')), { key: 'clipboard.path', values: { count: paths.length } })
}

/** Copies the link that leads anybody to the place who is signed in and may see it. */
export async function copyPageAddress(root: RootStore): Promise<void> {
  const [place] = placesOf(root)
  if (place === undefined) return
  const url = location.origin + root.api.http.baseUrl + filesUrl(place.path, place.isDir)
  await tellCopied(root, copyText(url), { key: 'clipboard.address' })
}
