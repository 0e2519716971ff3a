import { describe, expect, it } from '@jest/globals'
import { describeExit, startChild } from './child.ts'

const shell = (script: string) => ({ command: '/bin/sh', args: ['-c', script] })

// A signal that comes before the shell has set its trap ends the shell at once.
async function startTrapped(action: string) {
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const script = shell(`trap "${action}" TERM; echo ready; while :; do sleep 0.05; done`)
  const child = await startChild('one', { ...script, onLine: () => resolve() })
  await ready
  return child
}

describe('a child process', () => {
  it('tells its last words and how it ended', async () => {
    const child = await startChild('one', shell('echo said; echo complained >&2; exit 3'))
    const exit = await child.exited
    expect(describeExit(exit)).toBe('ended with code 3')
    expect(child.lastLines().toSorted()).toEqual(['complained', 'said'])
    expect(child.isRunning()).toBe(false)
  })

  it('keeps out of its last words what its listener took', async () => {
    const heard: string[] = []
    const child = await startChild('one', {
      ...shell('echo secret; echo plain'),
      onLine: (line) => {
        heard.push(line)
        return line === 'secret'
      },
    })
    await child.exited
    expect(heard).toEqual(['secret', 'plain'])
    expect(child.lastLines()).toEqual(['plain'])
  })

  it('is stopped politely, and by force when it does not listen', async () => {
    const polite = await startTrapped('exit 0')
    expect(await polite.stop()).toEqual({ code: 0, signal: null })
    const deaf = await startTrapped('')
    await expect(deaf.stop(300)).resolves.toEqual({ code: null, signal: 'SIGKILL' })
  })

  it('that cannot be started is an error in words', async () => {
    await expect(startChild('the thing', { command: '/nowhere/thing', args: [] })).rejects.toThrow(
      'the thing cannot be started',
    )
  })
})
