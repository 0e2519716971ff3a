// The setting of contract tests: importing this gives a test file a world with a person and an administrator, and each
// of its tests a separate folder.
import { afterAll, beforeAll, beforeEach } from '@jest/globals'
import { freshName, openWorld, type Wire, type World } from './wire.ts'

export let world: World
export let me: Wire
export let admin: Wire
/** The folder of the running test, in the person's root: `d1a2b3c4d`. */
export let dir = ''

beforeAll(async () => {
  world = await openWorld()
  me = await world.person()
  admin = await world.admin()
})
beforeEach(() => {
  dir = freshName()
})
afterAll(() => world.stop())
