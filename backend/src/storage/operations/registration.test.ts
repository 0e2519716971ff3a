import { expect, it } from '@jest/globals'
import { Attempt } from '../at-work.ts'
import type { Holding } from './holding.ts'
import { registerPrepared } from './registration.ts'

it('an operation has its record once it is registered, so that whoever is answered can ask for it', async () => {
  const record = Promise.withResolvers<void>()
  const steps: string[] = []
  const context = {
    registry: {
      register: async () => undefined,
      step: async (_: unknown, edit: (op: object) => true) => steps.push('goes on') > 0 && edit({ id: 'a' }),
    },
    records: { begin: () => record.promise.then(() => steps.push('has a record')), unfinishedOf: () => null },
  }
  const engine = { owner: async () => ({ attempt: new Attempt() }), take: () => undefined }
  const registered = registerPrepared({ context, engine } as unknown as Holding, {
    op: { id: 'a', kind: 'move', src: 'b/c', dst: 'b/d', isFile: true, userId: 1, history: false, state: 'new' },
    prepare: async ({ progress }) => {
      const by = { userId: 1, username: 'ana', action: '' }
      progress.beginBeside({ by, kind: 'move', source: '/c', destination: '/d', isDir: false })
      return () => true
    },
  })
  const answered = registered.then(() => steps.push('is answered'))
  setTimeout(record.resolve, 50)
  await answered
  expect(steps).toEqual(['goes on', 'has a record', 'is answered'])
})
