// The shell: commands in a person's own tree, over two replicas.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { NOT_ALLOWED, SHELL_COMMANDS } from '../../backend/contract/shell.ts'
import type { Client, Person } from '../helpers/client.ts'
import { useSite, type Site } from '../helpers/nido.ts'
import { runLine, type TerminalOptions } from '../helpers/terminal.ts'
import { unpackWithTools } from '../helpers/unpack.ts'
import { until } from '../helpers/until.ts'
import { filesOf, type PersonsFiles } from './files-client.ts'

let site: Site & { stop(): Promise<void> }
let ann: PersonsFiles
const turn = { next: 0 }

const TREE = {
  'a.txt': 'one\ntwo\nthree\n',
  'b.txt': 'two again\n',
  '.hidden': 'dots',
  'no end': 'last line',
  'notes/todo.md': '# Todo\nmilk\n',
  'notes/deep/old.md': 'Milk and honey\n',
  'empty/': null,
  'pictures/1.jpg': Buffer.alloc(2000, 1),
  'pictures/2.jpg': Buffer.alloc(500, 2),
  '-rf': 'a name like an option',
  'star*name': 'x',
}

const atTerminal = async (perm: Person['perm'] = {}, more: Partial<Person> = {}) =>
  site.makePerson({ commands: [...SHELL_COMMANDS], ...more, perm: { execute: true, ...perm } })
const url = () => site.urls[turn.next++ % site.urls.length] ?? ''
const frames = async (client: Client, text: string, options?: TerminalOptions) =>
  (await runLine(url(), client, text, options)).frames
const sh = (text: string, folder = '/') => frames(ann.client, text, { folder })

beforeAll(async () => {
  site = await useSite()
  ann = filesOf(await atTerminal())
  await ann.given(TREE)
})
afterAll(() => site.stop())

describe('commands that read', () => {
  it('lists folders', async () => {
    expect(await sh('ls')).toEqual([
      '-rf',
      'Shared/',
      'a.txt',
      'b.txt',
      'empty/',
      'no end',
      'notes/',
      'pictures/',
      'star*name',
    ])
    expect(await sh('ls -a', '/notes')).toEqual(['deep/', 'todo.md'])
    expect((await sh('ls -a')).includes('.hidden')).toBe(true)
    expect(await sh('ls -S *.jpg', '/pictures')).toEqual(['1.jpg', '2.jpg'])
    expect(await sh('ls -lr /pictures')).toEqual([
      expect.stringMatching(/^- {2}500 \d{4}-\d\d-\d\d \d\d:\d\d 2\.jpg$/),
      expect.stringMatching(/^- 2000 .* 1\.jpg$/),
    ])
    expect(await sh('ls notes a.txt nothing')).toEqual([
      'a.txt',
      '',
      'notes:',
      'deep/',
      'todo.md',
      'ls: nothing: no such file or folder',
    ])
    expect(await sh('ls empty')).toEqual([])
  })

  it('show the current folder and change it', async () => {
    expect([
      await sh('pwd', '/notes/deep'),
      await sh('cd ..', '/notes/deep'),
      await sh('cd'),
      await sh('cd ../../..', '/notes'),
      await sh('cd "notes/deep"'),
    ]).toEqual([['/notes/deep'], ['/notes'], ['/'], ['/'], ['/notes/deep']])
    expect([await sh('cd a.txt'), await sh('cd none')]).toEqual([
      ['cd: a.txt: is a file'],
      ['cd: none: no such file or folder'],
    ])
  })

  it('draw, search and sum up trees', async () => {
    expect(await sh('tree notes')).toEqual([
      'notes',
      '├── deep/',
      '│   └── old.md',
      '└── todo.md',
      '',
      '1 folders, 2 files',
    ])
    expect(await sh('find notes')).toEqual(['notes', 'notes/deep', 'notes/deep/old.md', 'notes/todo.md'])
    expect(await sh('find . -name "*.md" -type f')).toEqual(['./notes/deep/old.md', './notes/todo.md'])
    expect(await sh('find / -iname "*.JPG" -size +1k')).toEqual(['/pictures/1.jpg'])
    expect(await sh('find notes -maxdepth 1 -type d')).toEqual(['notes', 'notes/deep'])
    expect(await sh('du pictures')).toEqual(['2500\tpictures'])
    expect(await sh('du -sh pictures notes/todo.md')).toEqual(['2.4K\tpictures', '12\tnotes/todo.md'])
    expect(await sh('du notes')).toEqual(['15\tnotes/deep', '27\tnotes'])
  })

  it('print files, their beginnings and their ends', async () => {
    expect(await sh('cat a.txt b.txt "no end"')).toEqual(['one', 'two', 'three', 'two again', 'last line'])
    expect(await sh('cat -n b.txt')).toEqual(['     1\ttwo again'])
    expect(await sh('cat none a.txt notes')).toEqual([
      'one',
      'two',
      'three',
      'cat: none: no such file or folder',
      'cat: notes: is a folder',
    ])
    expect([
      await sh('head -n 1 a.txt'),
      await sh('head -2 a.txt'),
      await sh('head -c 5 a.txt'),
      await sh('tail -n 1 a.txt'),
      await sh('tail -n +2 a.txt'),
      await sh('tail -c 4 a.txt'),
    ]).toEqual([['one'], ['one', 'two'], ['one', 't'], ['three'], ['two', 'three'], ['ree']])
    expect(await sh('head -n 1 a.txt b.txt')).toEqual(['==> a.txt <==', 'one', '', '==> b.txt <==', 'two again'])
  })

  it('find the end of a long file without reading its beginning', async () => {
    const long = Array.from({ length: 60_000 }, (_, index) => `line number ${index}`)
    await ann.given({ 'long.log': `${long.join('\n')}\n` })
    expect(await sh('tail -n 3 long.log')).toEqual(long.slice(-3))
    expect(await sh('tail -n 20000 long.log | wc -l')).toEqual(['20000'])
    expect(await sh('cat long.log | tail -n 2')).toEqual(long.slice(-2))
    expect(await sh('cat long.log | head -n 2')).toEqual(long.slice(0, 2))
    ;(await ann.remove('/long.log')).expect(204)
  })

  it('search in files', async () => {
    expect(await sh('grep two a.txt b.txt')).toEqual(['a.txt:two', 'b.txt:two again'])
    expect(await sh('grep -rin milk notes')).toEqual(['notes/deep/old.md:1:Milk and honey', 'notes/todo.md:2:milk'])
    expect([
      await sh('grep -c t a.txt'),
      await sh('grep -v t a.txt'),
      await sh('grep -l two *.txt'),
      await sh('grep "^t.*e$" a.txt'),
      await sh('grep -F "t.*" a.txt'),
      await sh('grep -w one a.txt'),
    ]).toEqual([['2'], ['one'], ['a.txt', 'b.txt'], ['three'], [], ['one']])
    expect(await sh('grep "(" a.txt')).toEqual(['grep: the pattern is invalid'])
    expect(await sh('grep "(x{900}){900}" a.txt')).toEqual([expect.stringMatching(/^grep: the pattern/)])
  })

  it('count, sum and print information', async () => {
    expect(await sh('wc a.txt')).toEqual(['      3       3      14 a.txt'])
    expect(await sh('wc -l a.txt b.txt')).toEqual(['3 a.txt', '1 b.txt', '4 total'])
    const sum = (algorithm: string) => createHash(algorithm).update(TREE['a.txt']).digest('hex')
    expect([await sh('md5sum a.txt'), await sh('sha256sum < a.txt'), await sh('md5sum notes')]).toEqual([
      [`${sum('md5')}  a.txt`],
      [`${sum('sha256')}  -`],
      ['md5sum: notes: is a folder'],
    ])
    expect(await sh('stat a.txt')).toEqual([
      'Path:     /a.txt',
      'Kind:     file',
      'Size:     14 bytes',
      'Type:     text/plain; charset=utf-8',
      expect.stringMatching(/^Modified: \d{4}-.*Z$/),
    ])
    expect((await sh('stat notes')).slice(0, 2)).toEqual(['Path:     /notes', 'Kind:     folder'])
  })

  it('print words in many formats', async () => {
    expect([
      await sh('echo a  "b  c"'),
      await sh('echo -n a'),
      await sh('echo'),
      await sh('printf "%s-%03d\\n" a 5 b 7'),
      await sh('printf "%5.1f|%-4s|%%" 1.25 ab'),
    ]).toEqual([['a b  c'], ['a'], [''], ['a-005', 'b-007'], ['  1.3|ab  |%']])
    expect((await sh('help')).length).toBeGreaterThan(SHELL_COMMANDS.length)
    expect(await sh('help wc nothing')).toEqual([
      'wc [-lwc] [file …]',
      '  counts lines, words and bytes',
      'help: nothing: no such command',
    ])
  })
})

describe('words, patterns and pipes', () => {
  it('expand patterns to names, as the person sees them', async () => {
    expect([
      await sh('echo *.txt'),
      await sh('echo notes/*/*.md'),
      await sh('echo /not*s/*.md'),
      await sh('echo [ab].tx?'),
      await sh('echo */'),
    ]).toEqual([
      ['a.txt b.txt'],
      ['notes/deep/old.md'],
      ['/notes/todo.md'],
      ['a.txt b.txt'],
      ['Shared/ empty/ notes/ pictures/'],
    ])
    expect([
      await sh('echo .h*'),
      await sh('echo "*.txt" \\*.txt *.none'),
      await sh('echo star\\**'),
      await sh('cat ~/a.txt', '/notes'),
    ]).toEqual([['.hidden'], ['*.txt *.txt *.none'], ['star*name'], ['one', 'two', 'three']])
  })

  it('join commands, read files and write them', async () => {
    expect(await sh('cat a.txt | grep t | wc -l')).toEqual(['2'])
    expect(await sh('cat < a.txt > "out 1.txt"')).toEqual([])
    expect([await ann.read('/out 1.txt'), await sh('wc -c < "out 1.txt"')]).toEqual(['one\ntwo\nthree\n', ['14']])
    expect(await sh('echo new > "out 1.txt"')).toEqual([])
    expect(await ann.read('/out 1.txt')).toBe('new\n')
    expect(await sh('cat "out 1.txt" > "out 1.txt"')).toEqual([])
    expect(await ann.read('/out 1.txt')).toBe('new\n')
    ;(await ann.remove('/out 1.txt')).expect(204)
  })

  it('run every command of a pipe, even one whose output nobody reads', async () => {
    expect([
      await sh('mkdir piped | echo done'),
      await sh('find piped'),
      await sh('rm -r piped | mkdir piped2 | echo'),
      await sh('ls -d piped piped2'),
      await sh('rm -r piped2'),
    ]).toEqual([['done'], ['piped'], [''], ['piped2/', 'ls: piped: no such file or folder'], []])
  })

  it('print errors after all output', async () =>
    expect(await sh('cat none b.txt | cat')).toEqual(['two again', 'cat: none: no such file or folder']))

  it('say what they cannot read', async () => {
    expect(
      await Promise.all(
        [
          'echo "a',
          'ls |',
          'ls >> x',
          'ls 2> x',
          'ls > a > b',
          'ls > none/../..//',
          'cat < notes',
          'ls -y',
          'cat < *.txt',
        ].map((text) => sh(text)),
      ),
    ).toEqual([
      ['a quote is not closed: "'],
      ['a command is missing'],
      ['>> is not supported; there are only |, < and >'],
      ['2> is not supported; there are only |, < and >'],
      ['use < once, with the first command of a pipe, and > once, with the last'],
      ['permission denied'],
      ['is a folder'],
      ['ls: unknown option -y'],
      ['a redirection needs one file'],
    ])
  })
})

describe('commands that change', () => {
  let eve: PersonsFiles
  const run = (text: string, folder = '/') => frames(eve.client, text, { folder })
  beforeAll(async () => {
    eve = filesOf(await atTerminal())
    await eve.given({ 'a.txt': 'A', 'b.txt': 'B', 'd/x.txt': 'X', 'd/e/y.txt': 'Y' })
  })

  it('make folders and files', async () => {
    expect([
      await run('mkdir new "two words"'),
      await run('mkdir new'),
      await run('mkdir p/q'),
      await run('mkdir -p p/q/r'),
      await run('touch new/t.txt'),
      await run('mkdir a.txt/x'),
      await run('touch none/x'),
      await run('echo x > none/x'),
    ]).toEqual([
      [],
      ['mkdir: new: an item with that name already exists'],
      ['mkdir: p/q: the parent folder does not exist'],
      [],
      [],
      ['mkdir: a.txt/x: the parent folder does not exist'],
      ['touch: none/x: the parent folder does not exist'],
      ['the parent folder does not exist'],
    ])
    expect([await run('find p new "two words"')]).toEqual([['p', 'p/q', 'p/q/r', 'new', 'new/t.txt', 'two words']])
    const before = (await eve.file('/a.txt')).modified
    expect([await run('touch a.txt'), await run('touch -c nothing'), await run('ls nothing')]).toEqual([
      [],
      [],
      ['ls: nothing: no such file or folder'],
    ])
    expect([
      new Date((await eve.file('/a.txt')).modified).getTime() >= new Date(before).getTime(),
      await eve.read('/a.txt'),
    ]).toEqual([true, 'A'])
  })

  it('copy and move, with the same refusals as the page', async () => {
    expect([
      await run('cp a.txt c.txt'),
      await run('cp a.txt d'),
      await run('cp d d2'),
      await run('cp -r d d2'),
      await run('cp a.txt b.txt d2'),
      await run('cp a.txt none/x'),
    ]).toEqual([
      [],
      [],
      ['cp: d: is a folder; -r copies it with everything in it'],
      [],
      [],
      ['cp: none/x: the parent folder does not exist'],
    ])
    expect(await run('find d2 -type f')).toEqual(['d2/a.txt', 'd2/b.txt', 'd2/e/y.txt', 'd2/x.txt'])
    expect([
      await run('mv c.txt d2/c2.txt'),
      await run('mv d2 moved'),
      await run('mv moved moved/in'),
      await run('mv none x'),
      await run('cp a.txt a.txt'),
      await run('mv a.txt b.txt nothing'),
    ]).toEqual([
      [],
      [],
      ['mv: moved: source is parent'],
      ['mv: none: no such file or folder'],
      ['cp: a.txt: the source and the destination are the same'],
      ['mv: nothing: no such folder'],
    ])
    expect([
      await run('cp -n b.txt a.txt'),
      await eve.read('/a.txt'),
      await run('cp b.txt a.txt'),
      await eve.read('/a.txt'),
    ]).toEqual([[], 'A', [], 'B'])
    expect(await run('mv Shared x')).toEqual(['mv: Shared: the shared folder cannot be changed'])
  })

  it('delete into the trash', async () => {
    await eve.given({ 'gone/1.txt': '1', 'gone/2.txt': '2' })
    expect([
      await run('rm gone'),
      await run('rm -r gone'),
      await run('rm gone'),
      await run('rm -f gone'),
      await run('rm -r /'),
      await run('rm -r Shared'),
    ]).toEqual([
      ['rm: gone: is a folder; -r deletes it with everything in it'],
      [],
      ['rm: gone: no such file or folder'],
      [],
      ['rm: /: permission denied'],
      ['rm: Shared: the shared folder cannot be changed'],
    ])
    const notes = (await eve.client.get('/api/trash'))
      .expect(200)
      .json<{ items: { id: string; path: string }[] }>().items
    const note = notes.find(({ path }) => path === '/gone')
    ;(await eve.restore(note?.id ?? '')).expect(200)
    expect(await run('cat gone/*.txt')).toEqual(['12'])
  })

  it('pack and unpack', async () => {
    await eve.given({ 'pack/a.txt': 'A'.repeat(5000), 'pack/sub/ü 😀.txt': 'B', 'pack/none/': null })
    expect([await run('zip out.zip pack b.txt'), await run('zip out pack')]).toEqual([
      [expect.stringMatching(/^out\.zip [\d.]+K$/)],
      ['zip: out: an item with that name already exists'],
    ])
    const [tool] = Object.values(unpackWithTools((await eve.raw('/out.zip')).expect(200).body, 'zip'))
    expect(Object.keys(tool ?? {}).sort()).toEqual([
      'b.txt',
      'pack/',
      'pack/a.txt',
      'pack/none/',
      'pack/sub/',
      'pack/sub/ü 😀.txt',
    ])
    expect((await run('unzip -l out.zip')).map((line) => line.slice(30)).sort()).toEqual([
      'b.txt',
      'pack/',
      'pack/a.txt',
      'pack/none/',
      'pack/sub/',
      'pack/sub/ü 😀.txt',
    ])
    expect((await run('unzip -d un/packed out.zip')).length).toBe(6)
    expect([
      await run('cat un/packed/pack/sub/*'),
      await run('find un/packed/pack -type d'),
      await run('cat un/packed/pack/a.txt | wc -c'),
    ]).toEqual([['B'], ['un/packed/pack', 'un/packed/pack/none', 'un/packed/pack/sub'], ['5000']])
    expect([
      await run('unzip -d un/packed out.zip b.txt'),
      await run('unzip -n -d un/packed out.zip b.txt'),
      await run('unzip -oq -d un/packed out.zip'),
    ]).toEqual([['unzip: b.txt: already exists; -o replaces it, -n skips it'], ['b.txt'], []])
    expect([await run('unzip b.txt'), await run('unzip pack')]).toEqual([
      ['unzip: b.txt is not a readable zip'],
      ['unzip: pack: is a folder'],
    ])
  })

  it('respect the quota', async () => {
    const poor = filesOf(await atTerminal({}, { quota: 1000 }))
    await poor.given({ 'a.bin': Buffer.alloc(600) })
    expect([
      await frames(poor.client, 'cp a.bin b.bin'),
      await frames(poor.client, 'cat a.bin > c.bin'),
      await frames(poor.client, 'zip z.zip a.bin'),
    ]).toEqual([
      ['cp: a.bin: not enough storage space'],
      ['not enough storage space'],
      ['zip: not enough storage space'],
    ])
    expect(await frames(poor.client, 'ls *.bin z.zip')).toEqual(['a.bin', 'ls: z.zip: no such file or folder'])
  })
})

describe('what a person may not do', () => {
  it('is refused to commands as it is to the page', async () => {
    const bob = filesOf(await atTerminal())
    await bob.given({ 'a.txt': 'A', 'd/x.txt': 'X' })
    const admin = await site.adminClient()
    const may = async (perm: Person['perm']) => {
      const everything = {
        create: true,
        rename: true,
        modify: true,
        delete: true,
        share: true,
        download: true,
        execute: true,
      }
      ;(
        await admin.put(`/api/users/${bob.client.id}`, {
          what: 'user',
          which: ['perm'],
          data: { id: bob.client.id, perm: { ...everything, ...perm } },
        })
      ).expect(200)
      // Another replica knows within a second.
      const isKnown = async (replica: number) => {
        const { perm: stored } = (await bob.client.get(`/api/users/${bob.client.id}`, { replica }))
          .expect(200)
          .json<{ perm: Record<string, boolean> }>()
        return Object.entries(perm).every(([name, value]) => stored[name] === value)
      }
      for (const replica of site.urls.keys()) expect(await until(() => isKnown(replica))).toBe(true)
    }
    const run = (text: string) => frames(bob.client, text)
    await may({ download: false, share: false })
    expect([
      await run('cat a.txt'),
      await run('grep A a.txt'),
      await run('md5sum a.txt'),
      await run('zip z a.txt'),
      await run('wc < a.txt'),
      await run('ls'),
    ]).toEqual([
      ['cat: a.txt: permission denied'],
      ['grep: a.txt: permission denied'],
      ['md5sum: a.txt: permission denied'],
      ['zip: permission denied'],
      ['permission denied'],
      ['Shared/', 'a.txt', 'd/'],
    ])
    await may({ create: false, download: true })
    expect([
      await run('mkdir n'),
      await run('touch n'),
      await run('cp a.txt b'),
      await run('echo x > n'),
      await run('echo A > a.txt'),
      await run('zip z a.txt'),
    ]).toEqual([
      ['mkdir: n: permission denied'],
      ['touch: n: permission denied'],
      ['cp: a.txt: permission denied'],
      ['permission denied'],
      [],
      ['zip: permission denied'],
    ])
    await may({ modify: false, create: true })
    expect([
      await run('echo B > a.txt'),
      await run('echo B > b.txt'),
      await run('cp b.txt a.txt'),
      await run('cat a.txt'),
    ]).toEqual([['permission denied'], [], ['cp: b.txt: permission denied'], ['A']])
    await may({ rename: false, delete: false, modify: true })
    expect([await run('mv a.txt c.txt'), await run('rm a.txt'), await run('ls')]).toEqual([
      ['mv: a.txt: permission denied'],
      ['rm: a.txt: permission denied'],
      ['Shared/', 'a.txt', 'b.txt', 'd/'],
    ])
    await may({ execute: false })
    expect(await run('ls')).toEqual([NOT_ALLOWED])
  })

  it('includes what rules deny and what is hidden, for commands too', async () => {
    const cas = filesOf(await atTerminal({}, { hideDotfiles: true }))
    await cas.given({ 'open/a.txt': 'A', 'secret/b.txt': 'B', 'open/secret.txt': 'C' })
    const admin = await site.adminClient()
    const rules = [
      { regex: false, allow: false, path: '/secret' },
      { regex: true, allow: false, path: '', regexp: { raw: 'secret\\.txt$' } },
    ]
    ;(
      await admin.put(`/api/users/${cas.client.id}`, {
        what: 'user',
        which: ['rules'],
        data: { id: cas.client.id, rules },
      })
    ).expect(200)
    expect(
      await until(async () =>
        (await Promise.all(site.urls.map((each) => runLine(each, cas.client, 'ls')))).every(
          (line) => line.frames.length === 2,
        ),
      ),
    ).toBe(true)
    const run = (text: string) => frames(cas.client, text)
    expect([
      await run('find open -type f'),
      await run('echo s*'),
      await run('grep -r . open'),
      await run('du open'),
      await run('tree -a open'),
    ]).toEqual([['open/a.txt'], ['s*'], ['open/a.txt:A'], ['1\topen'], ['open', '└── a.txt', '', '0 folders, 1 files']])
    expect([
      await run('cat secret/b.txt'),
      await run('ls secret'),
      await run('cp secret x'),
      await run('echo x > secret/n'),
      await run('touch .dot'),
      await run('mv open y'),
    ]).toEqual([
      ['cat: secret/b.txt: permission denied'],
      ['ls: secret: permission denied'],
      ['cp: secret: permission denied'],
      ['permission denied'],
      ['touch: .dot: permission denied'],
      ['mv: open: permission denied'],
    ])
  })

  it("includes other people's trees", async () => {
    const dan = await atTerminal()
    expect([
      await frames(dan, 'ls /'),
      await frames(dan, `ls ${ann.client.scope}`),
      await frames(dan, 'cat ../../a.txt'),
    ]).toEqual([
      ['Shared/'],
      [`ls: ${ann.client.scope}: no such file or folder`],
      ['cat: ../../a.txt: no such file or folder'],
    ])
  })
})
