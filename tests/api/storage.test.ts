// The storage on MinIO, the server that it is made for.
import { describeChanging } from '../storage/changing.ts'
import { describeLongPaths } from '../storage/long-paths.ts'
import { describeOpening } from '../storage/opening.ts'
import { describeRemoving } from '../storage/removing.ts'
import { useStorage } from '../storage/world.ts'
import { describeWriting } from '../storage/writing.ts'
import { useServers } from '../helpers/servers.ts'

const world = useStorage({ open: useServers, hasVersions: true })
describeWriting(world)
describeChanging(world)
describeRemoving(world)
describeLongPaths(world)
describeOpening(world)
