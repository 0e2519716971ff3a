// The same storage on an S3 server of another make, which reports no metadata in listings and no events. Moves and
// copies run in the long form only.
import { environment } from '../../scripts/lib/environment.ts'
import { describeChanging } from '../storage/changing.ts'
import { describeLongPaths } from '../storage/long-paths.ts'
import { describeRemoving } from '../storage/removing.ts'
import { useStorage } from '../storage/world.ts'
import { describeWriting } from '../storage/writing.ts'
import { useOtherS3 } from '../helpers/servers.ts'

const world = useStorage({ open: () => useOtherS3({ hasVersions: true }), hasVersions: true })
describeWriting(world)
describeRemoving(world)
describeLongPaths(world)
if (environment()['NIDO_FULL']) describeChanging(world)
