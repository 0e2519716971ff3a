// Event hooks: command lines from the settings that run around what people do with files. They apply to everybody, so
// this test file has its own Nido.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Settings } from '../../backend/contract/settings.ts'
import type { Client } from '../helpers/client.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { runLine } from '../helpers/terminal.ts'
import { until } from '../helpers/until.ts'
import { filesOf, type PersonsFiles } from './files-client.ts'

let nido: Nido
let admin: Client
let ann: PersonsFiles
beforeAll(async () => {
  nido = await startNido({ replicas: 1 })
  admin = await nido.adminClient()
  ann = filesOf(await nido.makePerson({ commands: ['rm', 'cp', 'mv', 'echo'], perm: { execute: true } }))
})
afterAll(() => nido.stop())

const setHooks = async (commands: Record<string, string[]>) => {
  const settings = (await admin.get('/api/settings')).expect(200).json<Settings>()
  ;(await admin.put('/api/settings', { ...settings, commands })).expect(200)
}
const upload = (path: string, body = 'text', who = ann) => who.upload(path, body, { override: 'true' })
const isThere = async (path: string) => (await ann.info(path)).status === 200

describe('hooks', () => {
  it('run before and after each event, with its variables', async () => {
    await ann.given({ 'log/': null })
    const events = ['save', 'upload', 'copy', 'rename', 'delete']
    await setHooks(
      Object.fromEntries(
        events.flatMap((event) =>
          ['before', 'after'].map((when) => [
            `${when}_${event}`,
            [`echo $TRIGGER $FILE "$DESTINATION" \${USERNAME} $SCOPE $NOTHING. > /log/$TRIGGER`],
          ]),
        ),
      ),
    )
    ;(await upload('/a.txt')).expect(200)
    ;(await ann.save('/a.txt', 'new')).expect(200)
    ;(await ann.copy('/a.txt', '/b.txt')).expect(200)
    ;(await ann.rename('/b.txt', '/c d.txt')).expect(200)
    ;(await ann.copy('/a.txt', '/a.txt', { rename: 'true' })).expect(200)
    ;(await ann.remove('/c d.txt')).expect(204)
    const { username, scope } = ann.client
    for (const when of ['before', 'after']) {
      const told = async (event: string) => (await ann.read(`/log/${when}_${event}`)).trim()
      expect([
        await told('upload'),
        await told('save'),
        await told('copy'),
        await told('rename'),
        await told('delete'),
      ]).toEqual([
        `${when}_upload /a.txt / ${username} ${scope} .`,
        `${when}_save /a.txt / ${username} ${scope} .`,
        `${when}_copy /a.txt /a(1).txt ${username} ${scope} .`,
        `${when}_rename /b.txt /c d.txt ${username} ${scope} .`,
        `${when}_delete /c d.txt / ${username} ${scope} .`,
      ])
    }
  })

  it('U01: do not run for an upload whose length is refused, and nothing is kept of it', async () => {
    await ann.given({ 'u01/': null })
    await setHooks({ before_upload: ['echo $FILE > /u01/before'], after_upload: ['echo $FILE > /u01/after'] })
    for (const length of ['-1', 'abc', '1e3', '0x10', '1.5', '9223372036854775808', '5, 5']) {
      ;(await ann.client.post('/api/tus/u01/f', undefined, { headers: { 'Upload-Length': length } })).expect(400)
      ;(await ann.tusHead('/u01/f')).expect(404)
    }
    ;(await ann.tusBegin('/u01/f', 6 * 1024 ** 4)).expect(413)
    ;(await ann.tusHead('/u01/f')).expect(404)
    expect(await ann.names('/u01')).toEqual([])
    // An accepted upload does run them.
    ;(await ann.tusBegin('/u01/f', 4)).expect(201)
    ;(await ann.tusPatch('/u01/f', 0, 'text')).expect(204)
    expect([await ann.read('/u01/before'), await ann.read('/u01/after')].map((told) => told.trim())).toEqual([
      '/u01/f',
      '/u01/f',
    ])
  })

  it('run for a tus upload when it ends, in one chunk or in several', async () => {
    await setHooks({ before_upload: ['grep -q yes /allowed'], after_upload: ['cp $FILE /copies'] })
    await ann.given({ 'copies/': null }).catch(() => undefined)
    await setHooks({ after_upload: ['cp $FILE /copies'] })
    for (const [path, chunks] of [
      ['/t1.txt', ['whole']],
      ['/t2.txt', ['in ', 'two']],
    ] as const) {
      ;(await ann.tusBegin(path, chunks.join('').length)).expect(201)
      let offset = 0
      for (const chunk of chunks) {
        ;(await ann.tusPatch(path, offset, chunk)).expect(204)
        offset += chunk.length
      }
      expect(await ann.read(`/copies${path}`)).toBe(chunks.join(''))
    }
  })

  it('stop the action when they run before it and fail, and only then', async () => {
    await setHooks({})
    await ann.given({ 'kept.txt': 'kept' })
    const failing = ['cat /nothing']
    await setHooks({
      before_upload: failing,
      before_save: failing,
      before_copy: failing,
      before_rename: failing,
      before_delete: failing,
    })
    ;(await upload('/n.txt')).expect(500)
    ;(await ann.save('/kept.txt', 'x')).expect(500)
    ;(await ann.copy('/kept.txt', '/n.txt')).expect(500)
    ;(await ann.rename('/kept.txt', '/n.txt')).expect(500)
    ;(await ann.remove('/kept.txt')).expect(500)
    expect((await runLine(nido.urls[0] ?? '', ann.client, 'rm kept.txt')).frames).toEqual([
      'rm: kept.txt: before_delete prevented it',
    ])
    ;(await ann.tusBegin('/n.txt', 4)).expect(201)
    ;(await ann.tusPatch('/n.txt', 0, 'text')).expect(500)
    expect([await isThere('/n.txt'), await ann.read('/kept.txt')]).toEqual([false, 'kept'])
    // What failed once may be tried again.
    await setHooks({
      after_upload: failing,
      after_delete: ['rm /nothing'],
      before_rename: [`${failing[0]} &`],
      before_save: ['', '  '],
    })
    ;(await ann.tusBegin('/n.txt', 4)).expect(201)
    ;(await ann.tusPatch('/n.txt', 0, 'text')).expect(204)
    ;(await ann.save('/kept.txt', 'x')).expect(200)
    ;(await ann.rename('/kept.txt', '/m.txt')).expect(200)
    ;(await ann.remove('/m.txt')).expect(204)
    expect([await isThere('/n.txt'), await isThere('/m.txt')]).toEqual([true, false])
  })

  it('E6: that Nido cannot run do nothing and stop nothing, and the log says so once', async () => {
    await setHooks({})
    await ann.given({ 'e6/a': 'a', 'e6/b': 'b' })
    await setHooks({
      before_delete: [
        'true',
        'curl https://tools.example | wc',
        'echo "open',
        'echo $FILE >> /e6/log',
        'echo $FILE > /e6/ran',
      ],
      before_upload: ['/usr/local/bin/check "$FILE" &'],
      after_delete: ['sync'],
    })
    ;(await ann.remove('/e6/a')).expect(204)
    expect(await ann.read('/e6/ran')).toBe('/e6/a\n')
    ;(await ann.remove('/e6/b')).expect(204)
    ;(await ann.tusBegin('/e6/c', 4)).expect(201)
    ;(await ann.tusPatch('/e6/c', 0, 'text')).expect(204)
    expect((await ann.names('/e6')).toSorted()).toEqual(['c', 'ran'])
    const told = nido.replicas
      .flatMap(({ log }) => log)
      .filter((line) => line.includes('a hook does nothing'))
      .map((line) => JSON.parse(line) as { level: string; trigger: string; line: number })
    expect(told.map(({ trigger, line }) => `${trigger} ${line}`).toSorted()).toEqual([
      'after_delete 1',
      'before_delete 1',
      'before_delete 2',
      'before_delete 3',
      'before_delete 4',
      'before_upload 1',
    ])
  })

  it('have the rights of the acting person, whatever commands that person may use', async () => {
    await setHooks({ after_upload: ['md5sum $FILE > /sum.txt', 'mkdir /made'] })
    const poor = filesOf(
      await nido.makePerson({ commands: [], rules: [{ regex: false, allow: false, path: '/made' }] }),
    )
    ;(await upload('/a.txt', 'text', poor)).expect(200)
    expect(await poor.read('/sum.txt')).toBe('1cb251ec0d568de6a929b520c4aed8d1  /a.txt\n')
    expect((await poor.info('/made')).status).toBe(403)
  })

  it('start no hooks themselves, but commands in the shell do', async () => {
    await ann.given({ 'count/': null })
    await setHooks({ after_copy: ['cp $DESTINATION ${DESTINATION}x'], after_delete: ['mkdir /count/deleted'] })
    ;(await ann.copy('/a.txt', '/once')).expect(200)
    expect([await isThere('/oncex'), await isThere('/oncexx')]).toEqual([true, false])
    expect((await runLine(nido.urls[0] ?? '', ann.client, 'rm once')).frames).toEqual([])
    expect(await isThere('/count/deleted')).toBe(true)
  })

  it('that nobody waits for still run', async () => {
    await setHooks({ after_upload: ['cp $FILE /later &'] })
    ;(await upload('/now.txt', 'now')).expect(200)
    expect(await until(() => isThere('/later'))).toBe(true)
  })

  it('I10: treat names as plain text', async () => {
    await setHooks({
      before_upload: ['echo $FILE > /names/before'],
      after_upload: ['cp $FILE /taken'],
      after_rename: ['echo $DESTINATION > /names/after'],
    })
    await ann.given({ 'names/': null, 'taken/': null })
    for (const name of [
      '$(touch pwn)',
      ';`touch pwn`',
      '-rf',
      'a b  "c',
      "'quote",
      '* | touch pwn',
      '> pwn &',
      '$FILE \\',
    ]) {
      ;(await upload(`/${name}`, name)).expect(200)
      expect([name, await ann.read(`/taken/${name}`), await ann.read('/names/before')]).toEqual([
        name,
        name,
        `/${name}\n`,
      ])
      ;(await ann.rename(`/${name}`, `/x ${name}`)).expect(200)
      expect(await ann.read('/names/after')).toBe(`/x ${name}\n`)
    }
    expect((await ann.names('/')).filter((name) => name.includes('pwn') && !name.startsWith('x '))).toEqual([])
  })
})
