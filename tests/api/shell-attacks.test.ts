// Attacks on the shell and its sockets, by the ids of the attack cases.
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { NOT_ALLOWED, SHELL_COMMANDS } from '../../backend/contract/shell.ts'
import { SESSION_COOKIE } from '../../backend/contract/headers.ts'
import type { Client, Person } from '../helpers/client.ts'
import { startNido, useSite, type Site } from '../helpers/nido.ts'
import { openTerminal, readLine, runLine, type TerminalOptions } from '../helpers/terminal.ts'
import { until } from '../helpers/until.ts'

let site: Site & { stop(): Promise<void> }
beforeAll(async () => {
  site = await useSite()
})
afterAll(() => site.stop())

const url = (replica = 0) => site.urls[replica] ?? ''
const atTerminal = (commands: string[] = [...SHELL_COMMANDS], more: Partial<Person> = {}) =>
  site.makePerson({ commands, ...more, perm: { execute: true, ...more.perm } })
const frames = async (client: Client, text: string, options?: TerminalOptions) =>
  (await runLine(url(), client, text, options)).frames
const statusOf = (client: Pick<Client, 'token'>, options?: TerminalOptions) =>
  openTerminal(url(), client, options).then(
    (socket) => {
      socket.close()
      return 101
    },
    (error: Error) => Number(/refused with (\d+)/.exec(error.message)?.[1] ?? 0),
  )

describe('I07: the shell is off', () => {
  it('says so in one frame, to an administrator too, and runs no hook', async () => {
    const nido = await startNido({ replicas: 1, settings: { ENABLE_EXEC: 'false' } })
    try {
      const admin = await nido.adminClient()
      const settings = (await admin.get('/api/settings')).expect(200).json<{ commands: object }>()
      ;(
        await admin.put('/api/settings', {
          ...settings,
          commands: { before_upload: ['ls /nothing'], after_upload: ['touch /pwn'] },
        })
      ).expect(200)
      const person = await nido.makePerson({ commands: ['ls'], perm: { execute: true, admin: true } })
      expect(await runLine(nido.urls[0] ?? '', person, 'ls')).toEqual({ frames: [NOT_ALLOWED], code: 1000 })
      ;(await person.post('/api/resources/a.txt', 'A')).expect(200)
      ;(await person.get('/api/resources/pwn')).expect(404)
    } finally {
      await nido.stop()
    }
  })
})

describe('I08: a command line', () => {
  it('treats words only as arguments of the commands on the list', async () => {
    const person = await atTerminal(['ls', 'echo'])
    ;(await person.post('/api/resources/a.txt', 'A')).expect(200)
    for (const line of [
      'ls;id',
      'lsx',
      'LS',
      '/bin/ls',
      './ls',
      'l\\s;',
      'id',
      'cat a.txt',
      'ls | cat',
      'ls | id',
      'help',
      '$(id)',
      '`id`',
      'constructor',
      '__proto__',
      'toString',
    ]) {
      expect([line, await runLine(url(), person, line)]).toEqual([line, { frames: [NOT_ALLOWED], code: 1000 }])
    }
    expect(await frames(person, 'ls && id')).toEqual([
      'ls: &&: no such file or folder',
      'ls: id: no such file or folder',
    ])
    expect(await frames(person, 'ls a.txt; id')).toEqual([
      'ls: a.txt;: no such file or folder',
      'ls: id: no such file or folder',
    ])
    expect(await frames(person, 'ls\nid')).toEqual(['ls: id: no such file or folder'])
    expect(await frames(person, 'echo $(id) `id` $HOME ; id & \\; done')).toEqual(['$(id) `id` $HOME ; id & ; done'])
    expect(await frames(person, 'ls -la /')).toEqual([
      expect.stringMatching(/^d - .* Shared$/),
      expect.stringMatching(/^- 1 .* a\.txt$/),
    ])
    for (const outside of ['/etc/passwd', '../../../etc/passwd', '/proc/self/environ', '~root', process.cwd()])
      expect(await frames(person, `ls ${outside}`)).toEqual([`ls: ${outside}: no such file or folder`])
  })

  it('R09: runs nothing where the list is empty, even for administrators, or without the permission', async () => {
    expect(await frames(await atTerminal([], { perm: { admin: true } }), 'ls')).toEqual([NOT_ALLOWED])
    expect(await frames(await atTerminal(['ls'], { perm: { execute: false } }), 'ls')).toEqual([NOT_ALLOWED])
  })

  it("writes nothing outside the person's tree, and nothing on the host", async () => {
    const person = await atTerminal()
    const mark = `pwn-${person.id}`
    expect(await frames(person, 'mkdir /tmp')).toEqual([])
    expect([
      await frames(person, `touch /tmp/${mark}`),
      await frames(person, `echo x > ../../../tmp/${mark}`),
      await frames(person, `mkdir -p ../../${mark}`),
    ]).toEqual([[], [], []])
    expect(await frames(person, 'find . -name "pwn*"')).toEqual([`./${mark}`, `./tmp/${mark}`])
    for (const folder of ['/tmp', '/', process.cwd(), path.join(process.cwd(), '..')])
      expect((await readdir(folder)).filter((name) => name === mark)).toEqual([])
  })

  it('is stopped if it would never end, or produce too much', async () => {
    const person = await atTerminal()
    ;(await person.post('/api/resources/aaa.txt', `${'a'.repeat(60_000)}!\n`.repeat(20))).expect(200)
    expect(await frames(person, 'grep "(a+)+$" aaa.txt')).toEqual([])
    expect(await frames(person, `ls ${'*a'.repeat(60)}b`)).toEqual([expect.stringContaining('no such file')])
    expect(await frames(person, 'printf "%999s" a')).toEqual([`${' '.repeat(998)}a`])
  })
})

describe('H04: a socket', () => {
  it('is for pages of this site, with a valid token', async () => {
    const person = await atTerminal()
    const cookie = { Cookie: `${SESSION_COOKIE}=${person.token}` }
    const nobody = { token: '' }
    for (const origin of ['https://evil.example', 'null', `${url()}1`, url().replace('//', '//sub.')])
      expect([origin, await statusOf(nobody, { headers: { ...cookie, Origin: origin } })]).toEqual([origin, 403])
    expect([
      await statusOf(nobody, { headers: { ...cookie, Origin: url() } }),
      await statusOf(nobody, { headers: cookie }),
      await statusOf(nobody, { query: `?auth=${person.token}` }),
      await statusOf(person),
    ]).toEqual([101, 101, 101, 101])
    expect([
      await statusOf(nobody),
      await statusOf({ token: 'a.b.c' }),
      await statusOf(person, { folder: '/a\u0001b' }),
    ]).toEqual([401, 401, 400])
    expect((await person.get('/api/command/')).status).toBe(400)
    ;(await person.post('/api/logout')).expect(204)
    expect(await until(async () => (await statusOf(person)) === 401)).toBe(true)
  })

  it('closes on a frame that is far too long, and compresses nothing', async () => {
    const socket = await openTerminal(url(), await atTerminal())
    expect(socket.extensions).toBe('')
    const line = readLine(socket)
    socket.send('x'.repeat(10 * 1024 * 1024))
    expect((await line).code).toBe(1009)
  })

  it('is refused to a person who has more than anybody needs', async () => {
    const person = await atTerminal()
    const sockets: Awaited<ReturnType<typeof openTerminal>>[] = []
    const openMany = async () => {
      while (sockets.length < 200) sockets.push(await openTerminal(url(), person))
    }
    await expect(openMany()).rejects.toThrow('refused with 429')
    expect(await statusOf(await atTerminal())).toBe(101)
    for (const socket of sockets) socket.close()
    expect(await until(async () => (await statusOf(person)) === 101)).toBe(true)
  })

  it('ignores blank lines and everything after the first line', async () => {
    const socket = await openTerminal(url(), await atTerminal(), { folder: '/' })
    const line = readLine(socket)
    for (const text of ['', '  \n\t', 'echo one', 'echo two']) socket.send(text)
    expect(await line).toEqual({ frames: ['one'], code: 1000 })
  })

  it('checks again whose it is when a line arrives', async () => {
    const person = await atTerminal()
    const socket = await openTerminal(url(), person)
    const line = readLine(socket)
    ;(await person.post('/api/logout', undefined, { replica: 0 })).expect(204)
    socket.send('ls')
    expect(await line).toEqual({ frames: [], code: 1008 })
  })

  it('stops its command when the session ends', async () => {
    const person = await atTerminal()
    ;(await person.post('/api/resources/long.txt', 'a line of a long file\n'.repeat(100_000))).expect(200)
    const socket = await openTerminal(url(), person)
    const line = readLine(socket)
    // Left alone, this would run for minutes without output.
    socket.send(`cat ${'long.txt '.repeat(400)}| grep nothing`)
    ;(await person.post('/api/logout', undefined, { replica: 0 })).expect(204)
    expect(await line).toEqual({ frames: [], code: 1008 })
  })
})
