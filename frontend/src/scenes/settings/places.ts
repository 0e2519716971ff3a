// The table of the settings' screens. Each is fetched when it is first opened. A new screen is a folder and a line
// here.
import type { ComponentType } from 'react'
import { share } from '../../actions/share.ts'
import type { TranslationKey } from '../../i18n/message.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { fetchedPart } from '../errors/PartFailure.tsx'
import { type AnyPlace, isEverybody } from '../places.ts'

/** A tab of the settings with one or several screens. People who may not open it are sent to /403. */
export interface SettingsPlace extends AnyPlace {
  path: `/settings/${string}`
  /** The title in the browser. */
  title: TranslationKey
  /** The settings in it that can be found by name. */
  finds?: readonly TranslationKey[]
  /** By their addresses below `/settings/`. The tab opens the first one. */
  screens: Readonly<Record<string, ComponentType>>
}

const isAdmin = ({ session }: RootStore) => session.can('admin')

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
    screens: {
      profile: fetchedPart(async () => (await import('../profile/ProfileScene.tsx')).ProfileScene, 'settings'),
    },
  },
  {
    path: '/settings/shares',
    label: 'settings.shares',
    title: 'links.title',
    isAllowed: share.isAllowed,
    screens: { shares: fetchedPart(async () => (await import('../links/LinksScene.tsx')).LinksScene, 'settings') },
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
      'household.reportUrl',
      'household.disableExternal',
      'household.disableUsedPercentage',
      'household.keeping',
      'household.chunkSize',
      'household.retryCount',
      'household.retentionDays',
      'household.sharedLimit',
      'household.imports.title',
      'household.imports.running',
      'household.imports.scratchBytes',
      'household.imports.downLimit',
      'household.imports.seedRatio',
      'household.imports.sites',
      'household.hooks',
    ],
    isAllowed: isAdmin,
    screens: {
      global: fetchedPart(async () => (await import('../household/HouseholdScene.tsx')).HouseholdScene, 'settings'),
    },
  },
  {
    path: '/settings/users',
    label: 'settings.people',
    title: 'people.title',
    finds: [
      'people.scope',
      'people.quota',
      'people.historyLimit',
      'people.playHours',
      'people.permissions',
      'people.lockPassword',
    ],
    isAllowed: isAdmin,
    screens: {
      users: fetchedPart(async () => (await import('../people/PeopleScene.tsx')).PeopleScene, 'settings'),
      'users/new': fetchedPart(async () => (await import('../people/NewPersonScene.tsx')).NewPersonScene, 'settings'),
      'users/:id': fetchedPart(async () => (await import('../people/PersonScene.tsx')).PersonScene, 'settings'),
    },
  },
  {
    path: '/settings/audit',
    label: 'settings.audit',
    title: 'audit.title',
    isAllowed: isAdmin,
    screens: { audit: fetchedPart(async () => (await import('../audit/AuditScene.tsx')).AuditScene, 'settings') },
  },
  {
    path: '/settings/status',
    label: 'settings.status',
    title: 'status.title',
    isAllowed: isEverybody,
    screens: { status: fetchedPart(async () => (await import('../status/StatusScene.tsx')).StatusScene, 'settings') },
  },
]
