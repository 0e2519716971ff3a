// What one person may take: lines at once, and what they put out.
import { Readable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { NOT_ALLOWED } from '../../../contract/shell.ts'
import type { Permissions } from '../../../contract/permissions.ts'
import { parseUserPath, placeOfText } from '../../storage/paths.ts'
import type { FileStat } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import type { ShellServices } from './command.ts'
import { FilesShell, type Typed } from './service.ts'

const stat: FileStat = {
  kind: 'file',
  size: 1_000_000_000,
  modified: new Date(0),
  etag: 'e',
  contentType: 'text/plain',
  version: 'v',
}

/** A shell over a root with one endless file in it. */
function make(bytes: () => Readable, isOn = true) {
  const tree: ShellServices['tree'] = {
    stat: async () => stat,
    statIfThere: async () => stat,
    list: async () => [],
    walk: async function* nothing() {},
  }
  const files = {
    open: async () => ({ file: { stat, read: bytes }, place: placeOfText('b'), type: '' }),
  }
  const errors: unknown[] = []
  const shell = new FilesShell({
    services: { tree, files } as unknown as ShellServices,
    isOn,
    log: { error: (fault: unknown) => void errors.push(fault) },
    now: () => 0,
  })
  const typed = (text: string, over: Partial<Typed> = {}): Typed => ({
    user: { id: 1, perm: { execute: true } as Permissions, commands: ['cat', 'echo', 'head'] },
    actor: { mounts: { sharedFolder: '' } } as Actor,
    folder: parseUserPath('/'),
    text,
    language: 'en',
    signal: new AbortController().signal,
    ...over,
  })
  return {
    shell,
    typed,
    errors,
    run: (text: string, over?: Partial<Typed>) => Array.fromAsync(shell.run(typed(text, over))),
  }
}
const endless = () =>
  new Readable({
    read() {
      this.push(Buffer.from(`${'x'.repeat(1023)}\n`.repeat(64)))
    },
  })
const stalled = () => new Readable({ read: () => undefined })

describe('a line of a person', () => {
  it('ends when it has put out more than can be shown', async () => {
    const { run } = make(endless)
    const lines = await run('cat a')
    expect([lines.length, lines.at(-1)]).toEqual([
      32 * 1024 + 1,
      'There is too much output to show. Use > to write it to a file.',
    ])
    expect((await run('cat a | head -n 3')).length).toBe(3)
  })

  it('has to wait while too many of the same person run', async () => {
    const { shell, typed, run } = make(stalled)
    const gone = new AbortController()
    const running = Array.from({ length: 6 }, () => Array.fromAsync(shell.run(typed('cat a', { signal: gone.signal }))))
    await new Promise(setImmediate)
    expect(await run('echo a')).toEqual(['Too many commands are running. Try again later.'])
    expect(
      await run('echo a', { user: { id: 2, perm: { execute: true } as Permissions, commands: ['echo'] } }),
    ).toEqual(['a'])
    gone.abort(new Error('gone'))
    await Promise.allSettled(running)
    expect(await run('echo a')).toEqual(['a'])
  })

  it('is refused before it is read where there is no shell, and for whom there is none', async () => {
    const refused = [NOT_ALLOWED]
    expect([
      await make(stalled, false).run('echo "'),
      await make(stalled).run('echo a', {
        user: { id: 1, perm: { execute: false } as Permissions, commands: ['echo'] },
      }),
      await make(stalled).run('echo a | cat | rm'),
    ]).toEqual([refused, refused, refused])
  })

  it('tells the log what went wrong inside, and the person only that something did', async () => {
    const { run, errors } = make(() => {
      throw new TypeError('a secret of the house')
    })
    expect([await run('cat a'), errors.length]).toEqual([['cat: a: something went wrong'], 1])
  })
})
