// The one table of the page's places: the screens of the frame, and those of the settings. Each is fetched when it is
// first opened. A new screen is its folder and a line here.
import { Folder, type LucideIcon, Settings, Trash2 } from 'lucide-react'
import type { ComponentType } from 'react'
import { share } from '../actions/share.ts'
import type { TranslationKey } from '../i18n/message.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { fetchedPart, fetchedScreen } from './errors/PartFailure.tsx'

interface AnyPlace {
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

/** A tab of the settings with one or several screens. Who may not is sent to /403. */
export interface SettingsPlace extends AnyPlace {
  path: `/settings/${string}`
  /** What the browser's title says. */
  title: TranslationKey
  /** Settings in it that are looked for by name, as they stand there. */
  finds?: readonly TranslationKey[]
  /** By their addresses below `/settings/`; the first is the one the tab leads to. */
  screens: Readonly<Record<string, ComponentType>>
}

const isEverybody = () => true
const isAdmin = ({ session }: RootStore) => session.can('admin')

/** The files; the sidebar has a link to each folder of them that is a place of its own. */
export const FILES_PLACE: Place = {
  path: '/files',
  label: 'frame.myFiles',
  icon: Folder,
  group: 'files',
  isAllowed: isEverybody,
  Screen: fetchedScreen(async () => (await import('./files/FilesScene.tsx')).FilesScene),
}

/** The places beside the files, in the order of their links. */
export const OTHER_PLACES: readonly Place[] = [
  {
    path: '/trash',
    label: 'trash.title',
    icon: Trash2,
    group: 'files',
    isAllowed: ({ trash }) => trash.isKept,
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

/** The tabs of the settings. */
export const SETTINGS_PLACES: readonly SettingsPlace[] = [
  {
    path: '/settings/profile',
    label: 'settings.profile',
    title: 'profile.title',
    finds: [
      'profile.theme',
      'frame.language',
      'profile.exactDates',
      'profile.singleClick',
      'profile.hideDotfiles',
      'login.password',
      'sessions.own',
    ],
    isAllowed: isEverybody,
    screens: { profile: fetchedPart(async () => (await import('./profile/ProfileScene.tsx')).ProfileScene) },
  },
  {
    path: '/settings/shares',
    label: 'settings.shares',
    title: 'links.title',
    isAllowed: share.isAllowed,
    screens: { shares: fetchedPart(async () => (await import('./links/LinksScene.tsx')).LinksScene) },
  },
  {
    path: '/settings/global',
    label: 'settings.global',
    title: 'household.title',
    finds: [
      'household.door',
      'household.signup',
      'household.hideLoginButton',
      'household.minimumPasswordLength',
      'household.createUserDir',
      'household.userHomeBasePath',
      'household.newPeople',
      'rules.title',
      'household.viewMode',
      'household.sorting',
      'household.brand',
      'household.name',
      'household.colour',
      'household.file.logo',
      'household.file.icon',
      'household.file.css',
      'household.disableExternal',
      'household.disableUsedPercentage',
      'household.keeping',
      'household.chunkSize',
      'household.retryCount',
      'household.retentionDays',
      'household.sharedLimit',
      'household.hooks',
    ],
    isAllowed: isAdmin,
    screens: { global: fetchedPart(async () => (await import('./household/HouseholdScene.tsx')).HouseholdScene) },
  },
  {
    path: '/settings/users',
    label: 'settings.people',
    title: 'people.title',
    isAllowed: isAdmin,
    screens: {
      users: fetchedPart(async () => (await import('./people/PeopleScene.tsx')).PeopleScene),
      'users/new': fetchedPart(async () => (await import('./people/NewPersonScene.tsx')).NewPersonScene),
      'users/:id': fetchedPart(async () => (await import('./people/PersonScene.tsx')).PersonScene),
    },
  },
  {
    path: '/settings/audit',
    label: 'settings.audit',
    title: 'audit.title',
    isAllowed: isAdmin,
    screens: { audit: fetchedPart(async () => (await import('./audit/AuditScene.tsx')).AuditScene) },
  },
  {
    path: '/settings/status',
    label: 'settings.status',
    title: 'status.title',
    isAllowed: isEverybody,
    screens: { status: fetchedPart(async () => (await import('./status/StatusScene.tsx')).StatusScene) },
  },
]
