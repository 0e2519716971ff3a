// What the palette offers, group by group. An entry needs nothing else to be carried out.
import { File, type LucideIcon, Search, Settings, User } from 'lucide-react'
import type { Item } from '../../../../backend/contract/resources.ts'
import { type Action, offered, perform } from '../../actions/action.ts'
import { logout } from '../../actions/logout.ts'
import { FRAME_KEYS } from '../../actions/menus.ts'
import { trailOf } from '../../i18n/trail.ts'
import type { useTexts } from '../../i18n/useTexts.ts'
import type { Keys } from '../../lib/keys.ts'
import { filesUrl, parentOf, searchUrl, segmentsOf } from '../../lib/paths.ts'
import { PLACES } from '../../scenes/places.ts'
import { SETTINGS_PLACES } from '../../scenes/settings/places.ts'
import { paletteOf } from '../../stores/PaletteStore.ts'
import { favouritesOf, openedOf } from '../../stores/PlaceListStore.ts'
import { peopleOf } from '../../stores/PeopleStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { THEME_CHOICES } from '../../stores/UiStore.ts'

export interface Entry {
  id: string
  label: string
  icon: LucideIcon
  /** A file or folder, whose picture replaces the icon. */
  item?: Item
  /** The second line: where it is, or what it would do. */
  detail?: string
  keys?: Keys
  /** Whether it must not be stored in this browser, because it is the name of a file or a person. */
  isPrivate?: boolean
  run(): void
  /** Shows it in its folder. */
  showInFolder?(): void
}

type Texts = ReturnType<typeof useTexts>

/** Every command that can be performed now. */
export function commandEntries(root: RootStore, { t, tell }: Texts): Entry[] {
  const { screen, ui } = root
  const all = [
    ...screen.bar,
    ...screen.rowMenu.flat(),
    ...screen.groundMenu.flat(),
    ...screen.keys,
    ...FRAME_KEYS,
    logout,
  ]
  const themes = THEME_CHOICES.filter((theme) => theme !== ui.theme).map((theme): Entry => ({
    id: `theme ${theme}`,
    label: `${t('profile.theme')}: ${t(`theme.${theme}`)}`,
    icon: Settings,
    run: () => ui.setTheme(theme),
  }))
  return [...offered(root, [...new Set(all)]).map((action) => entryOf(root, action, { t, tell })), ...themes]
}

function entryOf(root: RootStore, action: Action, { t, tell }: Pick<Texts, 't' | 'tell'>): Entry {
  const detail = action.detail?.(root) ?? null
  const keys = action.shortcuts?.[0]
  return {
    id: action.id,
    label: t(action.label),
    icon: action.icon,
    ...(detail === null ? {} : { detail: tell(detail) }),
    ...(keys === undefined ? {} : { keys }),
    run: () => void perform(root, action),
  }
}

/** The screens and the person's own places. */
export function placeEntries(root: RootStore, { t }: Texts): Entry[] {
  const screens = PLACES.filter((place) => place.isAllowed(root)).map(({ path, label, icon }): Entry => ({
    id: `place ${path}`,
    label: t(label),
    icon,
    run: () => root.navigate(path),
  }))
  const items = [...favouritesOf(root).sorted, ...openedOf(root).sorted].flatMap(({ item }) => item ?? [])
  const known = new Map(items.map((item) => [item.path, item]))
  return [...screens, ...known.values().map((item) => fileEntry(root, item, t))]
}

/** The screens of the settings, and every setting by its name. */
export function settingEntries(root: RootStore, { t }: Texts): Entry[] {
  return SETTINGS_PLACES.filter((place) => place.isAllowed(root)).flatMap(({ path, title, label, finds = [] }) =>
    [title, ...finds].map((key): Entry => ({
      id: `setting ${path} ${key}`,
      label: t(key),
      detail: t(label),
      icon: Settings,
      run: () => root.navigate(path, { state: { setting: t(key) } }),
    })),
  )
}

/** All people, for administrators. */
export function personEntries(root: RootStore): Entry[] {
  if (!root.session.can('admin')) return []
  return (peopleOf(root).list.value ?? []).map(({ id, username }): Entry => ({
    id: `person ${id}`,
    label: username,
    icon: User,
    isPrivate: true,
    run: () => root.navigate(`/settings/users/${id}`),
  }))
}

/** The files that the server has found. */
export const foundEntries = (root: RootStore, { t }: Texts): Entry[] =>
  paletteOf(root).found.map((hit) => fileEntry(root, hit, t))

/** Opens the search, which shows all hits. */
export function searchEntry(root: RootStore, { t }: Texts, query: string): Entry {
  return {
    id: 'search everywhere',
    label: t('palette.searchFor', { query }),
    icon: Search,
    isPrivate: true,
    run: () => root.navigate(searchUrl('/', query, true)),
  }
}

function fileEntry(root: RootStore, item: Item, t: Texts['t']): Entry {
  const { path, name, isDir } = item
  return {
    id: `file ${path}`,
    label: name,
    detail: trailOf([t('listing.home'), ...segmentsOf(parentOf(path))]),
    icon: File,
    item,
    isPrivate: true,
    run: () => root.navigate(filesUrl(path, isDir)),
    showInFolder() {
      const { listing, selection } = root
      const isHere = listing.isKnown && listing.folder === parentOf(path)
      root.navigate(filesUrl(parentOf(path), true))
      if (isHere) selection.reveal(name)
      else selection.await(name)
    },
  }
}
