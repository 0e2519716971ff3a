// The same storage on an S3 server that keeps no versions. Moves and copies run in the long form only.
import { environment } from '../../scripts/lib/environment.ts'
import { describeChanging } from '../storage/changing.ts'
import { describeOpening } from '../storage/opening.ts'
import { describeRemoving } from '../storage/removing.ts'
import { describeWithoutVersions } from '../storage/without-versions.ts'
import { useStorage } from '../storage/world.ts'
import { describeWriting } from '../storage/writing.ts'
import { useOtherS3 } from '../helpers/servers.ts'

const world = useStorage({ open: () => useOtherS3({ hasVersions: false }), hasVersions: false })
describeWithoutVersions(world)
describeOpening(world)
describeWriting(world)
describeRemoving(world)
if (environment()['NIDO_FULL']) describeChanging(world)
