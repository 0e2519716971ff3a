// The setting of tests that change what everybody sees: importing this gives a test file its own Nido and its
// administrator.
import { afterAll, beforeAll } from '@jest/globals'
import type { Client } from '../helpers/client.ts'
import { startNido, type Nido } from '../helpers/nido.ts'

export let nido: Nido
export let admin: Client

beforeAll(async () => {
  nido = await startNido()
  admin = await nido.adminClient()
})
afterAll(() => nido.stop())
