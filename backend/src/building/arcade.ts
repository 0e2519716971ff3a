// Builds the arcade.
import { HouseArcade } from '../features/arcade/service.ts'
import { ZippedRoms } from '../features/arcade/zipped-roms.ts'
import type { Access } from '../features/access/access.ts'
import type { ContentServices } from './content.ts'
import type { Ground } from './ground.ts'

export const buildArcade = ({ config }: Ground, { access, content }: { access: Access; content: ContentServices }) =>
  new HouseArcade({ ...content, access, zippedRoms: new ZippedRoms(content.openedArchives), baseUrl: config.BASE_URL })
