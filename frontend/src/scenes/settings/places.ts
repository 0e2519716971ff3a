// The one table of the settings' places. A place is a tab with one or several screens, each fetched when it is first
// opened.
import type { ComponentType } from 'react'
import { share } from '../../actions/share.ts'
import type { TranslationKey } from '../../i18n/message.ts'
import { fetchedPart } from '../errors/PartFailure.tsx'
import type { RootStore } from '../../stores/RootStore.ts'

export interface SettingsPlace {
  /** Its address below `/settings/`. */
  path: string
  /** What its tab says. */
  label: TranslationKey
  /** What the browser's title says. */
  title: TranslationKey
  /** Settings in it that are looked for by name, as they stand there. */
  finds?: readonly TranslationKey[]
  /** Who may not sees no tab, and is sent to /403. */
  isAllowed(root: RootStore): boolean
  /** By their addresses below `/settings/`; the first is the one the tab leads to. */
  screens: Readonly<Record<string, ComponentType>>
}

const isAdmin = ({ session }: RootStore) => session.can('admin')

export const SETTINGS_PLACES: readonly SettingsPlace[] = [
  {
    path: 'profile',
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
    isAllowed: () => true,
    screens: { profile: fetchedPart(async () => (await import('../profile/ProfileScene.tsx')).ProfileScene) },
  },
  {
    path: 'shares',
    label: 'settings.shares',
    title: 'links.title',
    isAllowed: share.isAllowed,
    screens: { shares: fetchedPart(async () => (await import('../links/LinksScene.tsx')).LinksScene) },
  },
  {
    path: 'global',
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
    screens: { global: fetchedPart(async () => (await import('../household/HouseholdScene.tsx')).HouseholdScene) },
  },
  {
    path: 'users',
    label: 'settings.people',
    title: 'people.title',
    isAllowed: isAdmin,
    screens: {
      users: fetchedPart(async () => (await import('../people/PeopleScene.tsx')).PeopleScene),
      'users/new': fetchedPart(async () => (await import('../people/NewPersonScene.tsx')).NewPersonScene),
      'users/:id': fetchedPart(async () => (await import('../people/PersonScene.tsx')).PersonScene),
    },
  },
  {
    path: 'audit',
    label: 'settings.audit',
    title: 'audit.title',
    isAllowed: isAdmin,
    screens: { audit: fetchedPart(async () => (await import('../audit/AuditScene.tsx')).AuditScene) },
  },
  {
    path: 'status',
    label: 'settings.status',
    title: 'status.title',
    isAllowed: () => true,
    screens: { status: fetchedPart(async () => (await import('../status/StatusScene.tsx')).StatusScene) },
  },
]
