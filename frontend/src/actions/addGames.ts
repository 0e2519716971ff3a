// Uploads games and their covers to the folders of the arcade.
import { COVER_ENDINGS, ROM_SYSTEMS, romSystemOf, type RomSystem } from '../../../backend/contract/rom-systems.ts'
import { ApiError } from '../api/http.ts'
import { pickFiles } from '../lib/pick-files.ts'
import { romFolder } from '../lib/rom-paths.ts'
import type { UploadEntry } from '../lib/upload-entries.ts'
import type { RootStore } from '../stores/RootStore.ts'

const OTHERS = new RegExp(String.raw`\.(?:zip|${COVER_ENDINGS.join('|')})$`, 'i')

/** Asks for files and uploads those that belong to the arcade: a ROM to its own system, all else to `shelf`. */
export async function addGames(root: RootStore, shelf?: RomSystem): Promise<void> {
  const chosen = await pickFiles()
  const systemOf = ({ names }: UploadEntry) => {
    const name = names.at(-1) ?? ''
    return romSystemOf(name) ?? (OTHERS.test(name) ? shelf : undefined)
  }
  const shared = chosen.length > 0 ? await sharedFolderFor(root) : ''
  for (const system of ROM_SYSTEMS)
    await root.uploads.bring(
      chosen.filter((entry) => systemOf(entry) === system),
      romFolder(shared, system),
    )
  const count = chosen.filter((entry) => systemOf(entry) === undefined).length
  if (count > 0) root.toasts.show({ kind: 'bad', message: { key: 'arcade.noGames', values: { count } } })
}

/** The name of the shared folder; '' if there is none or a rule denies it, so that games go to one's own root. */
async function sharedFolderFor({ api, settings }: RootStore): Promise<string> {
  if (settings.SharedFolder === '') return ''
  try {
    await api.resources.usage(`/${settings.SharedFolder}`)
    return settings.SharedFolder
  } catch (error) {
    if (error instanceof ApiError && error.code === 'forbidden') return ''
    throw error
  }
}
