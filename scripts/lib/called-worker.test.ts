import { describe, expect, it } from '@jest/globals'
import { openCalledWorker } from './called-worker.ts'
import { startChild, type Child } from './child.ts'
import { NODE } from './places.ts'

/** A worker that runs a script, how often it was started, and the one that was started last. */
function openWorker(script: string) {
  const started: Child[] = []
  const worker = openCalledWorker(async () => {
    const child = await startChild('the worker', { command: NODE, args: ['-e', script] })
    started.push(child)
    return child
  })
  return { worker, started, ended: () => started.at(-1)?.exited }
}

describe('the worker of a household', () => {
  it('is started again when it has ended by itself and is called, once at a time', async () => {
    const { worker, started, ended } = openWorker('setTimeout(() => {}, 300)')
    await worker.start()
    worker.call()
    expect(started).toHaveLength(1)
    await ended()
    expect(await Promise.race([worker.failed, 'it rests'])).toBe('it rests')
    await worker.start()
    expect(started).toHaveLength(2)
    await worker.stop(5_000)
    worker.call()
    await ended()
    expect(started).toHaveLength(2)
  })

  it('ends everything if it fails', async () => {
    const { worker } = openWorker("console.log('out of order'); process.exit(3)")
    await worker.start()
    expect(await worker.failed).toBe(
      'the worker ended with code 3; everything else is stopped. Its last lines:\nout of order',
    )
  })

  it('that cannot be started again is told, and stops like one that never ran', async () => {
    const worker = openCalledWorker(async () => {
      throw new Error('no room')
    })
    await expect(worker.start()).rejects.toThrow('no room')
    worker.call()
    expect(await worker.failed).toContain('no room')
    await worker.stop(5_000)
  })
})
