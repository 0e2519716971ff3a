import { useTexts } from '../../i18n/useTexts.ts'
import { rankAll } from '../../lib/fuzzy.ts'
import { paletteOf } from '../../stores/PaletteStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import {
  commandEntries,
  type Entry,
  foundEntries,
  personEntries,
  placeEntries,
  searchEntry,
  settingEntries,
} from './entries.ts'

export interface EntryGroup {
  /** The heading. */
  label: string
  items: readonly Entry[]
}

/** The most entries of each group. */
const SHOWN_MAX = { recent: 5, commands: 8, places: 8, settings: 5, people: 5, files: 20 }

/**
 * The entries that match the query, in groups. Those from the server come last, so that others do not move when they
 * arrive. Call it inside an observer.
 */
export function useGroups(): EntryGroup[] {
  const root = useRoot()
  const texts = useTexts()
  const { t } = texts
  const { query, recent } = paletteOf(root)
  const rank = (entries: readonly Entry[], most: number) => rankAll(entries, query, recent).slice(0, most)
  const [commands, places] = [commandEntries(root, texts), placeEntries(root, texts)]
  const settings = settingEntries(root, texts)
  if (query.trim() === '') {
    const lately = [...commands, ...places, ...settings].filter(({ id }) => recent.includes(id))
    const shown = rank(lately, SHOWN_MAX.recent)
    return withRows([
      { label: t('palette.recent'), items: shown },
      { label: t('palette.commands'), items: commands.filter((entry) => !shown.includes(entry)) },
      { label: t('palette.places'), items: places.slice(0, 2 * SHOWN_MAX.places) },
    ])
  }
  const known = rank(places, SHOWN_MAX.places)
  const found = foundEntries(root, texts).filter(({ id }) => !known.some((entry) => entry.id === id))
  return withRows([
    { label: t('palette.commands'), items: rank(commands, SHOWN_MAX.commands) },
    { label: t('palette.places'), items: known },
    { label: t('palette.settings'), items: rank(settings, SHOWN_MAX.settings) },
    { label: t('palette.people'), items: rank(personEntries(root), SHOWN_MAX.people) },
    { label: t('palette.files'), items: [...rank(found, SHOWN_MAX.files), searchEntry(root, texts, query.trim())] },
  ])
}

const withRows = (groups: EntryGroup[]): EntryGroup[] => groups.filter(({ items }) => items.length > 0)
