import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { startChild } from '../../scripts/lib/child.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { startLoadWatch, watching } from './load.ts'
import { MIB } from './memory.ts'

/** On SIGUSR2 it blocks its event loop for two seconds and keeps 200 MiB. */
const BUSY = `
  setInterval(() => undefined, 1000)
  process.on('SIGUSR2', () => {
    globalThis.held = Buffer.alloc(200 * 1024 * 1024, 1)
    for (const end = performance.now() + 2000; performance.now() < end;);
  })
  console.log('ready')
`

it('reports how long a process was blocked and how much it grew, and nothing for an idle one', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-load-'))
  const file = path.join(folder, 'busy')
  const { args, env } = watching(file)
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const child = await startChild('a busy process', {
    command: process.execPath,
    args: [...args, '--input-type=module', '--eval', BUSY],
    env: { ...environment(), ...env },
    onLine: () => resolve(),
  })
  // A signal that arrives before the process listens would end it.
  await ready
  const watch = await startLoadWatch([{ pid: child.pid, file }])
  await wait(1_000)
  const rest = await watch.during(() => wait(500))
  expect([rest.stoodMs < 100, rest.growth < 50 * MIB]).toEqual([true, true])
  const work = await watch.during(async () => {
    child.signal('SIGUSR2')
    await wait(3_000)
  })
  expect([work.stoodMs > 200, work.growth > 150 * MIB]).toEqual([true, true])
  await watch.stop()
  await child.stop()
  await rm(folder, { recursive: true })
})
