// The running of lines over a small made-up tree; the commands themselves are tested over a real storage.
import { channel } from 'node:diagnostics_channel'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import type { Locale } from '../../../contract/locales.ts'
import { SHELL_COMMANDS } from '../../../contract/shell.ts'
import { AppError, nullIfNotFound } from '../../lib/app-error.ts'
import { parseUserPath, placeOfText } from '../../storage/paths.ts'
import type { Entry, FileStat, OpenFile } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import { parseLine } from '../../../contract/shell-line.ts'
import type { ShellServices } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { runLine } from './run.ts'

const actor = { kind: 'person', userId: 1, username: 'ann', mounts: { sharedFolder: '' } } as Actor
const statOf = (text: string): FileStat => ({
  kind: 'file',
  size: text.length,
  modified: new Date(0),
  etag: 'e',
  contentType: 'text/plain',
  version: 'v',
})

/** A root with files in it, and what is done to them. */
function world(files: Record<string, string>, bytes?: () => Readable) {
  const done: string[] = []
  const fileOf = (name: string): OpenFile => {
    const text = files[name.slice(1)]
    if (text === undefined) throw new AppError('notFound', name)
    return { stat: statOf(text), read: bytes ?? (() => Readable.from([Buffer.from(text)])) }
  }
  const stat = async (_: Actor, at: string) =>
    at === '/' ? { kind: 'folder' as const, modified: null, own: null } : fileOf(at).stat
  const open = async (_: Actor, at: string) => ({ file: fileOf(at), place: placeOfText('b'), type: '' })
  const entries = Object.entries(files).map(([name, text]): Entry => ({ ...statOf(text), name }))
  const tree: ShellServices['tree'] = {
    stat,
    statIfThere: (actor, at) => nullIfNotFound(stat(actor, at)),
    list: async () => [...entries],
    walk: async function* walk() {
      for (const { name, ...rest } of entries)
        yield { ...rest, relative: name, path: parseUserPath(`/${name}`), place: placeOfText(`b/${name}`) }
    },
  }
  const put = async (_: Actor, at: string, { body }: { body: Readable }) => {
    const text = Buffer.concat(await body.toArray()).toString()
    done.push(`put ${at} ${text}`)
    return statOf(text)
  }
  const unused = () => {
    throw new AppError('forbidden', 'not here')
  }
  const services = {
    tree,
    files: {
      open,
      put,
      describe: unused,
      change: unused,
      makeFolder: async (_: Actor, at: string) => void done.push(`make ${at}`),
      remove: async (_: Actor, at: string) => {
        done.push(`remove ${at}`)
        return ''
      },
    },
    archives: { prepare: unused },
    operations: { cancel: unused },
  } as unknown as ShellServices
  const run = (text: string, signal = new AbortController().signal, language: Locale = 'en') => {
    const faults: unknown[] = []
    const running = runLine(
      { services, commands: COMMANDS, now: () => 0, onFault: (error) => faults.push(error) },
      { line: parseLine(text), actor, folder: parseUserPath('/'), language, signal },
    )
    return { ...running, faults }
  }
  const say = async (text: string, language?: Locale) => {
    const running = run(text, undefined, language)
    const out = Buffer.concat(await Array.fromAsync(running.output)).toString()
    return { out, complaints: [...running.complaints], hasFailed: running.hasFailed() }
  }
  return { done, run, say }
}

describe('a line', () => {
  it('speaks the language of the person', async () => {
    const { say } = world({ a: '1\n' })
    expect(await say('cat none', 'es')).toMatchObject({ complaints: ['cat: none: no existe ese archivo o carpeta'] })
    expect((await say('help head', 'de')).out).toBe(
      'head [-n Zeilen | -c Bytes] [Datei …]\n  gibt den Anfang von Dateien aus, normalerweise 10 Zeilen\n',
    )
  })

  it('has failed when its last command has, or where it writes', async () => {
    const { say } = world({ a: '1\n' })
    expect(await say('cat none | cat a')).toEqual({
      out: '1\n',
      complaints: ['cat: none: no such file or folder'],
      hasFailed: false,
    })
    expect(await say('cat a | cat none')).toEqual({
      out: '',
      complaints: ['cat: none: no such file or folder'],
      hasFailed: true,
    })
    expect(await say('grep 2 a')).toEqual({ out: '', complaints: [], hasFailed: true })
    expect(await say('nothing a')).toEqual({
      out: '',
      complaints: ['nothing: no such command; help lists all commands'],
      hasFailed: true,
    })
    expect((await say('cat < none')).hasFailed).toBe(true)
  })

  it('runs a command that nobody reads from, and ends one whose reader has enough', async () => {
    const { say, done } = world({ a: '1\n2\n' })
    expect((await say('mkdir x | rm a | echo hi')).out).toBe('hi\n')
    expect(done.toSorted()).toEqual(['make /x', 'remove /a'])
    const endless = world(
      { a: 'x' },
      () =>
        new Readable({
          read() {
            this.push(Buffer.from('line\n'.repeat(1000)))
          },
        }),
    )
    expect((await endless.say('cat a | cat | head -n 2')).out).toBe('line\nline\n')
  })

  it('stops at the signal, lets go of what it reads, and writes nothing', async () => {
    const streams: Readable[] = []
    const { run, done } = world({ a: 'x' }, () => {
      const stream = new Readable({ read: () => undefined })
      streams.push(stream)
      return stream
    })
    for (const line of ['cat a', 'cat a | grep x | wc -l', 'cat a > b', 'wc < a']) {
      const gone = new AbortController()
      const reading = Array.fromAsync(run(line, gone.signal).output)
      while (streams.length === 0) await new Promise(setImmediate)
      gone.abort(new Error('nobody waits'))
      await expect(reading).rejects.toThrow('nobody waits')
      expect(streams.every((stream) => stream.destroyed)).toBe(true)
      streams.length = 0
    }
    expect(done).toEqual([])
  })

  it('keeps what went wrong inside for the log', async () => {
    const { run } = world({ a: 'x' }, () => {
      throw new TypeError('a secret of the house')
    })
    const running = run('cat a')
    for await (const _ of running.output) continue
    expect([running.complaints, running.faults]).toEqual([['cat: a: something went wrong'], [expect.any(TypeError)]])
  })

  it('keeps a bounded number of complaints', async () => {
    const { say } = world({})
    const { complaints } = await say(`cat ${'none '.repeat(1_500)}`)
    expect([complaints.length, complaints.at(-1)]).toEqual([1_001, '… and 500 more'])
  })
})

describe('the host', () => {
  it('sees no process started, whatever is run', async () => {
    const started: unknown[] = []
    const note = (message: unknown) => void started.push(message)
    channel('child_process').subscribe(note)
    try {
      const { say } = world({ 'a.txt': 'text\n', '$(touch pwn)': 'x' })
      for (const name of SHELL_COMMANDS)
        for (const rest of ['', 'a.txt', '$(id)', '`id`', ';id', '&& id', '-c id', '*', '-exec id'])
          await say(`${name} ${rest}`)
      await say('sh -c id')
      await say('bash')
      expect(started).toEqual([])
      // What would be seen.
      await new Promise((resolve) => {
        execFile(process.execPath, ['--version'], resolve)
      })
      expect(started.length).toBe(1)
    } finally {
      channel('child_process').unsubscribe(note)
    }
  })

  it('is out of reach of everything that the shell is made of', async () => {
    const files = (await readdir(import.meta.dirname, { recursive: true })).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
    )
    expect(files.length).toBeGreaterThan(SHELL_COMMANDS.length)
    const modules = 'child_process fs fs/promises net http https vm worker_threads cluster os process module'
    const forbidden = new RegExp(
      [
        `from '(node:)?(${modules.replaceAll(' ', '|')})'`,
        String.raw`\b(eval|Function|require|import)\(`,
        String.raw`process\.(env|binding|dlopen)`,
      ].join('|'),
    )
    for (const file of files)
      expect([file, forbidden.exec(await readFile(path.join(import.meta.dirname, file), 'utf8'))?.[0] ?? null]).toEqual(
        [file, null],
      )
  })
})
