// The table of the screens of the frame; settings/places.ts is that of the settings' own. All but the files are fetched
// when they are first opened. A new screen is its folder and a line here.
import { Folder, type LucideIcon, Settings, Trash2 } from 'lucide-react'
import type { ComponentType } from 'react'
import type { TranslationKey } from '../i18n/message.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { fetchedScreen } from './errors/PartFailure.tsx'
import { FilesScene } from './files/FilesScene.tsx'

export interface AnyPlace {
  /** Its address; the screen itself reads what stands below. */
  path: `/${string}`
  /** What the link to it says, or its tab. */
  label: TranslationKey
  /** Who may not sees no link. */
  isAllowed(root: RootStore): boolean
}

/** A screen of the frame. */
export interface Place extends AnyPlace {
  icon: LucideIcon
  /** Where its link stands: with the files, or under "You". */
  group: 'files' | 'you'
  Screen: ComponentType
}

export const isEverybody = () => true

/** The files; the sidebar has a link to each folder of them that is a place of its own. */
export const FILES_PLACE: Place = {
  path: '/files',
  label: 'frame.myFiles',
  icon: Folder,
  group: 'files',
  isAllowed: isEverybody,
  Screen: FilesScene,
}

/** The places beside the files, in the order of their links. */
export const OTHER_PLACES: readonly Place[] = [
  {
    path: '/trash',
    label: 'trash.title',
    icon: Trash2,
    group: 'files',
    isAllowed: ({ keepsVersions }) => keepsVersions,
    Screen: fetchedScreen(async () => (await import('./trash/TrashScene.tsx')).TrashScene),
  },
  {
    path: '/settings',
    label: 'settings.title',
    icon: Settings,
    group: 'you',
    isAllowed: isEverybody,
    Screen: fetchedScreen(async () => (await import('./settings/SettingsScene.tsx')).SettingsScene),
  },
]

export const PLACES: readonly Place[] = [FILES_PLACE, ...OTHER_PLACES]
