// The stores of screens and panels that are fetched after the first render. Each comes with the code that first uses
// it, through the function in its own file. The first code only knows their types.
import type { ActivityStore } from './ActivityStore.ts'
import type { ArcadeStore } from './ArcadeStore.ts'
import type { ArchiveStore } from './ArchiveStore.ts'
import type { AuditStore } from './AuditStore.ts'
import type { CalendarStore } from './CalendarStore.ts'
import type { EditorStore } from './EditorStore.ts'
import type { FollowsStore } from './FollowsStore.ts'
import type { HouseholdStore } from './HouseholdStore.ts'
import type { ImportsStore } from './ImportsStore.ts'
import type { InfoStore } from './InfoStore.ts'
import type { LinkListsStore } from './LinkListsStore.ts'
import type { PeopleStore } from './PeopleStore.ts'
import type { PaletteStore } from './PaletteStore.ts'
import type { PhotoDaysStore } from './PhotoDaysStore.ts'
import type { PlaceListStore } from './PlaceListStore.ts'
import type { PreviewStore } from './PreviewStore.ts'
import type { RemindersStore } from './RemindersStore.ts'
import type { RestoreStore } from './RestoreStore.ts'
import type { SearchStore } from './SearchStore.ts'
import type { SessionsStore } from './SessionsStore.ts'
import type { ShellStore } from './ShellStore.ts'
import type { DuplicatesStore } from './DuplicatesStore.ts'
import type { StorageMapStore } from './StorageMapStore.ts'
import type { StatusStore } from './StatusStore.ts'
import type { TrashStore } from './TrashStore.ts'
import type { UploadPaceStore } from './UploadPaceStore.ts'
import type { VersionStore } from './VersionStore.ts'

type Following = Pick<PlaceListStore, 'noteChange' | 'refresh'>

/** Those that have been created and follow changes of files: lists of places, games and activity, and the map. */
export const placeListsIn = (stores: Partial<LaterStores>): Following[] =>
  Object.values(stores).filter((store): store is typeof store & Following => 'noteChange' in store)

export interface LaterStores {
  people: PeopleStore
  activity: ActivityStore
  photoDays: PhotoDaysStore
  arcade: ArcadeStore
  archive: ArchiveStore
  audit: AuditStore
  calendar: CalendarStore
  status: StatusStore
  sessions: SessionsStore
  household: HouseholdStore
  preview: PreviewStore
  editor: EditorStore
  reminders: RemindersStore
  restores: RestoreStore
  imports: ImportsStore
  follows: FollowsStore
  info: InfoStore
  linkLists: LinkListsStore
  versions: VersionStore
  shell: ShellStore
  trash: TrashStore
  favourites: PlaceListStore
  opened: PlaceListStore
  changed: PlaceListStore
  largest: PlaceListStore
  oldest: PlaceListStore
  storageMap: StorageMapStore
  duplicates: DuplicatesStore
  uploadPace: UploadPaceStore
  palette: PaletteStore
  search: SearchStore
}
