// What the storage must never lose, on MinIO. In a file of its own, so that it runs beside the other tests of the
// storage.
import { describeKeeping } from '../storage/keeping.ts'
import { useStorage } from '../storage/world.ts'
import { useServers } from '../helpers/servers.ts'

describeKeeping(useStorage({ open: useServers, hasVersions: true }))
