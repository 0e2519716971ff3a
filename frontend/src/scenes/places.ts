// The table of the frame's screens; settings/places.ts has those of the settings. All except the files are fetched when
// they are first opened. A new screen is a folder and a line here.
import {
  CalendarDays,
  CirclePlus,
  Clock,
  Folder,
  Gamepad2,
  type LucideIcon,
  Magnet,
  Settings,
  SquarePlay,
  Star,
  Trash2,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { TranslationKey } from '../i18n/message.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { fetched } from '../components/fetched.tsx'
import { withTexts } from '../i18n/index.ts'
import { fetchedScreen } from './errors/PartFailure.tsx'
import { FilesScene } from './files/FilesScene.tsx'

export interface AnyPlace {
  /** Its address. The screen itself reads the rest of the path. */
  path: `/${string}`
  /** The label of its link or tab. */
  label: TranslationKey
  /** People who may not open it see no link. */
  isAllowed(root: RootStore): boolean
}

/** A screen of the frame. */
export interface Place extends AnyPlace {
  icon: LucideIcon
  /** Where its link is: with the files, or under a heading. */
  group: 'files' | 'household' | 'you'
  /** A number beside its label. */
  Count?: ComponentType
  /** Links to its contents, below its own link. */
  Links?: ComponentType<{ onLeave: (() => void) | undefined }>
  Screen: ComponentType
}

export const isEverybody = () => true

/** The files. The sidebar has a link to each of their folders that is a separate place. */
export const FILES_PLACE: Place = {
  path: '/files',
  label: 'frame.myFiles',
  icon: Folder,
  group: 'files',
  isAllowed: isEverybody,
  Screen: FilesScene,
}

// If they cannot be fetched, the link to the screen remains.
const FavouriteLinks = fetched({
  load: withTexts(async () => (await import('./lists/FavouriteLinks.tsx')).FavouriteLinks),
  isPrefetched: true,
  renderFailure: () => null,
})

const TorrentCount = fetched<object>({
  load: async () => (await import('./imports/TorrentCount.tsx')).TorrentCount,
  renderFailure: () => null,
})

export const FAVOURITES_PLACE: Place = {
  path: '/favourites',
  label: 'favourites.title',
  icon: Star,
  group: 'files',
  isAllowed: isEverybody,
  Screen: fetchedScreen(async () => (await import('./lists/FavouritesScene.tsx')).FavouritesScene),
  Links: FavouriteLinks,
}

export const RECENT_PLACE: Place = {
  path: '/recent',
  label: 'recent.title',
  icon: Clock,
  group: 'files',
  isAllowed: isEverybody,
  Screen: fetchedScreen(async () => (await import('./lists/RecentScene.tsx')).RecentScene),
}

/** The other places, in the order of their links. */
export const OTHER_PLACES: readonly Place[] = [
  FAVOURITES_PLACE,
  RECENT_PLACE,
  {
    path: '/trash',
    label: 'trash.title',
    icon: Trash2,
    group: 'files',
    isAllowed: ({ keepsVersions }) => keepsVersions,
    Screen: fetchedScreen(async () => (await import('./trash/TrashScene.tsx')).TrashScene),
  },
  {
    path: '/calendario',
    label: 'calendar.title',
    icon: CalendarDays,
    group: 'household',
    isAllowed: isEverybody,
    Screen: fetchedScreen(async () => (await import('./calendar/CalendarScene.tsx')).CalendarScene, 'calendar'),
  },
  {
    path: '/import-torrents',
    label: 'imports.places.torrents',
    icon: Magnet,
    group: 'household',
    isAllowed: ({ session }) => session.can('importTorrents'),
    Count: TorrentCount,
    Screen: fetchedScreen(async () => (await import('./imports/TorrentsScene.tsx')).TorrentsScene, 'imports'),
  },
  {
    path: '/import-youtube',
    label: 'imports.places.videos',
    icon: SquarePlay,
    group: 'household',
    isAllowed: ({ session }) => session.can('importYouTube'),
    Screen: fetchedScreen(async () => (await import('./imports/VideoFrame.tsx')).VideoFrame, 'imports'),
  },
  {
    path: '/arcade',
    label: 'arcade.title',
    icon: Gamepad2,
    group: 'household',
    isAllowed: isEverybody,
    Screen: fetchedScreen(async () => (await import('./arcade/ArcadeScene.tsx')).ArcadeScene, 'leisure'),
  },
  {
    path: '/extras',
    label: 'extras.title',
    icon: CirclePlus,
    group: 'household',
    isAllowed: isEverybody,
    Screen: fetchedScreen(async () => (await import('./extras/ExtrasScene.tsx')).ExtrasScene, 'leisure'),
  },
  {
    path: '/settings',
    label: 'settings.title',
    icon: Settings,
    group: 'you',
    isAllowed: isEverybody,
    Screen: fetchedScreen(async () => (await import('./settings/SettingsScene.tsx')).SettingsScene, 'settings'),
  },
]

export const PLACES: readonly Place[] = [FILES_PLACE, ...OTHER_PLACES]
