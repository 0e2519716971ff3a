// Imports links into a folder to which somebody has brought them.
import { messageOf } from '../../api/error-message.ts'
import type { Message } from '../../i18n/message.ts'
import { isMagnet } from '../../lib/import-links.ts'
import { importErrorKey } from './ends.ts'
import { importsOf } from '../ImportsStore.ts'
import type { RootStore } from '../RootStore.ts'

/** Which of these links the person may import. */
export const importable = ({ session }: RootStore, links: readonly string[]): string[] =>
  links.filter((link) => session.can(isMagnet(link) ? 'importTorrents' : 'importYouTube'))

/** Asks whether to import links into a folder, and does so. Never throws: a toast says what happened. */
export async function offerLinks(root: RootStore, links: readonly string[], folder: string): Promise<void> {
  const answer = await root.ui.ask('offerImport', { kind: 'links', names: links, folder })
  if (answer !== null) await importInto(root, links, folder)
}

/** Imports links into a folder. Never throws: a toast says what happened. */
export async function importInto(root: RootStore, links: readonly string[], folder: string): Promise<void> {
  const { toasts } = root
  try {
    const { refused, known } = await importsOf(root).startLinks(links, { target: folder })
    const count = links.length - refused.length - known.length
    if (count > 0) toasts.success({ key: 'imports.started', values: { count } })
    if (known.length > 0)
      offerAgain(
        root,
        known.map(({ link }) => link),
        folder,
      )
    for (const { link, error } of refused) {
      const message: Message = { key: 'imports.refusedOne', values: { link, reason: { key: importErrorKey(error) } } }
      toasts.show({ kind: 'bad', message })
    }
  } catch (error) {
    toasts.show({ kind: 'bad', message: messageOf(error) })
  }
}

/** Says that the person has these already, and offers to import them once more. */
function offerAgain(root: RootStore, links: readonly string[], folder: string): void {
  const again = async () => {
    await importsOf(root)
      .startLinks(links, { target: folder, again: true })
      .catch((error: unknown) => root.toasts.error(error))
  }
  root.toasts.show({
    kind: 'plain',
    message: { key: 'imports.knownLinks', values: { count: links.length } },
    action: { label: 'imports.again', run: again },
    life: 10_000,
  })
}
