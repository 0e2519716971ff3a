import { describe, expect, it } from '@jest/globals'
import { isObservableArray, isObservableMap, isObservableSet, runInAction } from 'mobx'
import { isStore, keptFields, type Store } from './forgetting.ts'
import { activityOf } from './ActivityStore.ts'
import { arcadeOf } from './ArcadeStore.ts'
import { archiveOf } from './ArchiveStore.ts'
import { auditOf } from './AuditStore.ts'
import { calendarOf } from './CalendarStore.ts'
import { duplicatesOf } from './DuplicatesStore.ts'
import { editorOf } from './EditorStore.ts'
import { followsOf } from './FollowsStore.ts'
import { householdOf } from './HouseholdStore.ts'
import { importsOf } from './ImportsStore.ts'
import { infoOf } from './InfoStore.ts'
import { linkListsOf } from './LinkListsStore.ts'
import type { LaterStores } from './later.ts'
import { paletteOf } from './PaletteStore.ts'
import { peopleOf } from './PeopleStore.ts'
import { photoDaysOf } from './PhotoDaysStore.ts'
import { changedOf, favouritesOf, largestOf, oldestOf, openedOf } from './PlaceListStore.ts'
import { previewOf } from './PreviewStore.ts'
import { remindersOf } from './RemindersStore.ts'
import { restoresOf } from './RestoreStore.ts'
import type { RootStore } from './RootStore.ts'
import { searchOf } from './SearchStore.ts'
import { sessionsOf } from './SessionsStore.ts'
import { shellOf } from './ShellStore.ts'
import { statusOf } from './StatusStore.ts'
import { storageMapOf } from './StorageMapStore.ts'
import { listing, makeItem, makeToken, testRoot } from './test-root.ts'
import { trashOf } from './TrashStore.ts'
import { uploadPaceOf } from './UploadPaceStore.ts'
import { versionsOf } from './VersionStore.ts'

/** Each store that comes later: the types refuse to leave one out. */
const LATER: { [Name in keyof LaterStores]: (root: RootStore) => LaterStores[Name] } = {
  activity: activityOf,
  arcade: arcadeOf,
  archive: archiveOf,
  audit: auditOf,
  calendar: calendarOf,
  changed: changedOf,
  duplicates: duplicatesOf,
  editor: editorOf,
  favourites: favouritesOf,
  follows: followsOf,
  household: householdOf,
  imports: importsOf,
  info: infoOf,
  largest: largestOf,
  linkLists: linkListsOf,
  oldest: oldestOf,
  opened: openedOf,
  palette: paletteOf,
  people: peopleOf,
  photoDays: photoDaysOf,
  preview: previewOf,
  reminders: remindersOf,
  restores: restoresOf,
  search: searchOf,
  sessions: sessionsOf,
  shell: shellOf,
  status: statusOf,
  storageMap: storageMapOf,
  trash: trashOf,
  uploadPace: uploadPaceOf,
  versions: versionsOf,
}

/** Stands for anything: whatever is asked of it is it again. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 'a secret' : name === 'then' ? undefined : anything),
  apply: () => anything,
})

/** Something that a person may have left in a field that holds `value` at first. */
function secretFor(value: unknown): unknown {
  if (typeof value === 'string') return `${value} a secret`
  if (typeof value === 'number') return value + 7
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value) || isObservableArray(value)) return [...(value as unknown[]), anything]
  if (value instanceof Set || isObservableSet(value)) return new Set([...value, 'a secret'])
  if (value instanceof Map || isObservableMap(value)) return new Map([...value, ['a secret', anything]])
  return anything
}

/** All stores, and those that are parts of others, by where they are. */
function storesIn(owner: object, path = 'root'): [path: string, store: Store][] {
  return Object.entries(owner).flatMap(([name, value]) =>
    isStore(value)
      ? [[`${path}.${name}`, value] as const, ...storesIn(value, `${path}.${name}`)].map(
          ([at, store]): [string, Store] => [at, store],
        )
      : [],
  )
}

/** What a store holds itself, by the names of its fields. */
const fieldsOf = (store: object): [string, unknown][] =>
  Object.entries(store).filter(([, value]) => typeof value !== 'function' && !isStore(value))

const textOf = (value: unknown): unknown =>
  value instanceof Set || isObservableSet(value) || value instanceof Map || isObservableMap(value)
    ? [...value]
    : value === anything
      ? 'a secret'
      : value

/** With all stores that come later. */
function fresh() {
  const { root } = testRoot(() => listing('/', []), { token: null })
  for (const make of Object.values(LATER)) make(root)
  return root
}

const allOf = (root: RootStore) => [...storesIn(root), ...storesIn(root.later, 'root.later')]

describe('forgetting a person', () => {
  it('is what every store can do', () => {
    const root = fresh()
    const others = ['api', 'settings', 'navigate', 'storage', 'later']
    const unable = Object.entries({ ...root, ...root.later }).filter(
      ([name, value]) => !others.includes(name) && !isStore(value),
    )
    expect(unable.map(([name]) => name)).toEqual([])
  })

  it.each(allOf(fresh()).map(([path]) => path))('leaves nothing of it in %s', (path) => {
    const root = fresh()
    const store = allOf(root).find(([at]) => at === path)?.[1] ?? {}
    const before = fieldsOf(store).map(([name, value]) => [name, textOf(value)])
    const kept = keptFields(store)
    expect(fieldsOf(store).map(([name]) => name)).toEqual(expect.arrayContaining([...kept]))
    runInAction(() => {
      for (const [name, value] of fieldsOf(store)) Object.assign(store, { [name]: secretFor(value) })
    })
    root.forget()
    const after = fieldsOf(store).map(([name, value]) => [name, textOf(value)])
    const isForgotten = ([name]: unknown[]) => !kept.includes(String(name))
    expect(after.filter(isForgotten)).toEqual(before.filter(isForgotten))
  })

  it('comes by itself when somebody else signs in, and when a person leaves', async () => {
    const items = [makeItem('/secret.txt')]
    const { root } = testRoot(() => listing('/', items))
    const look = async () => {
      root.listing.enter()
      await root.listing.open('/', true)
      root.toasts.success({ key: 'toast.undone' }, { label: 'toast.undo', run: () => undefined })
      void root.ui.ask('help', {})
    }
    const seen = () => [root.listing.items.length, root.toasts.toasts.length, root.ui.dialogs.length]
    await look()
    expect(seen()).toEqual([1, 1, 1])
    // The same person with a new token goes on.
    root.session.take(makeToken('ann', 4_000_000_001))
    expect(seen()).toEqual([1, 1, 1])
    root.session.take(makeToken('bob', 4_000_000_000, 8))
    expect(seen()).toEqual([0, 0, 0])
    await look()
    root.session.take(null)
    expect(seen()).toEqual([0, 0, 0])
  })

  it('ends what was asked for the person before', async () => {
    let answer = (_: Response) => {}
    const { root } = testRoot(async (call) =>
      call === 'GET /api/resources/slow'
        ? await new Promise<Response>((resolve) => {
            answer = resolve
          })
        : listing('/', []),
    )
    let isHeard = false
    void root.api.resources.get('/slow').finally(() => {
      isHeard = true
    })
    root.session.take(makeToken('bob', 4_000_000_000, 8))
    answer(listing('/slow', [makeItem('/slow/secret.txt')]))
    await root.api.resources.get('/')
    expect(isHeard).toBe(false)
  })
})
