// What the storage must never lose, on MinIO. A separate file, so that it runs beside the other storage tests.
import { describeKeeping } from '../storage/keeping.ts'
import { useStorage } from '../storage/world.ts'
import { useServers } from '../helpers/servers.ts'

describeKeeping(useStorage({ open: useServers, hasVersions: true }))
