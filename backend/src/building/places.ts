// Builds the lists of places: favourites and recently opened files.
import type { Access } from '../features/access/access.ts'
import type { Events } from '../features/events/service.ts'
import { fileTypeOf } from '../features/files/file-type.ts'
import { PlaceLists } from '../features/places/lists.ts'
import { placesModel } from '../features/places/model.ts'
import { PlaceNews } from '../features/places/news.ts'
import { OpenedPlaces } from '../features/places/opened.ts'
import { Places } from '../features/places/service.ts'
import type { Storage } from '../storage/types.ts'
import type { ContentServices } from './content.ts'
import type { Ground } from './ground.ts'
import type { PeopleServices } from './people.ts'

export interface PlacesParts {
  access: Access
  storage: Storage
  people: PeopleServices
  content: ContentServices
}

export async function buildPlaces(ground: Ground, { access, storage, people, content }: PlacesParts) {
  const { database, changeCounters, log, now, keep } = ground
  const { pointers } = storage
  const model = placesModel(database)
  await model.createIndexes()
  const lists = new PlaceLists({ model, changeCounters, pointers })
  const places = keep(
    new Places({
      lists,
      opened: new OpenedPlaces({ lists, pointers, log, now }),
      access,
      tree: content.tree,
      pointers,
      typeOf: (name, size) => fileTypeOf({ name, size, sniffed: null }),
      isThere: async (id) => (await people.signingIn.personOf(id)) !== null,
      now,
    }),
  )
  people.userRemovals.onEnd((id) => places.removeAllOf(id))
  return { places, lists }
}

/** Notifies open pages when a list changes. */
export function tellPlaces(
  { changeCounters, log }: Ground,
  { lists, events }: { lists: PlaceLists; events: Events },
): PlaceNews {
  return new PlaceNews({ lists, changeCounters, events, log })
}
