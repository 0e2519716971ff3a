import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { when } from 'mobx'
import type { ShownPiece } from './ShellStore.ts'
import { HEIGHT, LINES_MAX, shellOf } from './ShellStore.ts'
import { listing, makeFolderItem, makeItem, problem, testRoot } from './test-root.ts'

/** What a server would do: the test answers each line. */
class Socket {
  static opened: Socket[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  sent: string[] = []
  readonly address: URL
  constructor(address: URL) {
    this.address = address
    Socket.opened.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.onclose?.({ code: 1005 })
  }
  answer(lines: string[], code = 1000) {
    this.onopen?.()
    for (const data of lines) this.onmessage?.({ data })
    this.onclose?.({ code })
  }
}

const real = { WebSocket: globalThis.WebSocket, location: globalThis.location }
beforeEach(() => {
  Socket.opened = []
  Object.assign(globalThis, { WebSocket: Socket, location: new URL('http://nido.test/') })
})
afterEach(() => void Object.assign(globalThis, real))

const settings = { EnableExec: true }
const make = () =>
  testRoot(
    (call) => {
      if (call === 'GET /api/resources/')
        return listing('/', [makeFolderItem('/notes'), makeItem('/note 1.txt'), makeItem('/.hidden')])
      return call === 'GET /api/resources/notes'
        ? listing('/notes', [makeItem('/notes/a$b.txt')])
        : problem(404, 'notFound')
    },
    { settings },
  )
const textOf = (shown: ShownPiece) => (shown.kind === 'end' ? `(${shown.reason})` : shown.text)
const last = () => Socket.opened.at(-1) ?? new Socket(new URL('http://none'))

describe('the shell panel', () => {
  it('runs a line in the folder that is shown, and keeps what comes back without colours', async () => {
    const shell = shellOf(make().root)
    const heard: string[] = []
    shell.listen((lines) => void heard.push(...(lines ?? []).map(textOf)))
    const running = shell.enter('  ls  ')
    expect([last().address.href, shell.running === null]).toEqual(['ws://nido.test/api/command/', false])
    last().answer(['a', '\u001b[31mb\u001b[0m'])
    await running
    expect([last().sent, shell.running, shell.lines.map(textOf), heard, shell.past]).toEqual([
      ['ls'],
      null,
      ['ls', 'a', 'b'],
      ['ls', 'a', 'b'],
      ['ls'],
    ])
  })

  it('takes one line at a time, and no blank one', async () => {
    const shell = shellOf(make().root)
    const first = shell.enter('ls')
    await shell.enter('pwd')
    await shell.enter(' ')
    expect(Socket.opened.length).toBe(1)
    last().answer([])
    await first
  })

  it('sends no line that is longer than the server takes', async () => {
    const shell = shellOf(make().root)
    await shell.enter(`echo ${'é'.repeat(2_100)}`)
    expect([Socket.opened.length, shell.lines.map(textOf)]).toEqual([0, ['(tooLong)']])
  })

  it('goes where cd leads, and says why it leads nowhere', async () => {
    const { root, navigated } = make()
    const shell = shellOf(root)
    const going = shell.enter('cd notes')
    last().answer(['/notes'])
    await when(() => false, { timeout: 50 }).catch(() => undefined)
    // The next line goes by that folder.
    expect([navigated.length, shell.running === null]).toEqual([1, false])
    await root.listing.open('/notes', true)
    await going
    const failing = shell.enter('cd none')
    last().answer(['cd: none: no such file or folder'])
    await failing
    expect([navigated, shell.lines.map(textOf)]).toEqual([
      ['/files/notes/'],
      ['cd notes', 'cd none', 'cd: none: no such file or folder'],
    ])
  })

  it('tells a line that was stopped, one that was cut off, and one that the server ended', async () => {
    const shell = shellOf(make().root)
    const stopped = shell.enter('one')
    shell.cancel()
    await stopped
    for (const code of [1006, 1008]) {
      const ended = shell.enter('two')
      last().answer([], code)
      await ended
    }
    expect(shell.lines.filter(({ kind }) => kind === 'end').map(textOf)).toEqual([
      '(stopped)',
      '(network)',
      '(internal)',
    ])
  })

  it('empties itself, closes, and forgets all with the session', async () => {
    const { root } = make()
    const shell = shellOf(root)
    root.ui.setShellOpen(true)
    const running = shell.enter('ls')
    last().answer(['a'])
    await running
    await shell.enter('clear')
    expect(shell.lines).toEqual([])
    await shell.enter('exit')
    expect([root.ui.isShellOpen, shell.past]).toEqual([false, ['ls', 'clear', 'exit']])
    root.ui.setShellOpen(true)
    const cut = shell.enter('ls')
    root.forget()
    await cut
    expect([root.ui.isShellOpen, shell.past]).toEqual([false, []])
  })

  it('keeps no more lines than can be scrolled back', async () => {
    const shell = shellOf(make().root)
    const running = shell.enter('cat long')
    last().answer(Array.from({ length: LINES_MAX + 10 }, (_, index) => String(index)))
    await running
    expect([shell.lines.length, textOf(shell.lines[0] ?? { kind: 'end', reason: 'stopped' })]).toEqual([
      LINES_MAX,
      '10',
    ])
  })

  it('completes names, and shows them where there are several', async () => {
    const shell = shellOf(make().root)
    expect([
      await shell.complete('cat not'),
      await shell.complete('cat note\\ '),
      await shell.complete('cat notes/'),
      await shell.complete('cat none/x'),
      await shell.complete('cat .h'),
      await shell.complete('cl'),
    ]).toEqual(['cat note', 'cat note\\ 1.txt ', 'cat notes/a\\$b.txt ', 'cat none/x', 'cat .hidden ', 'clear '])
    expect(await shell.complete('cat note')).toBe('cat note')
    expect(shell.lines.map(textOf)).toEqual(['note 1.txt  notes/'])
  })

  it('is of a height that leaves room', () => {
    const shell = shellOf(make().root)
    expect(shell.height).toBe(HEIGHT.first)
    shell.setHeight(1000, 40)
    expect(shell.height).toBe(40)
    shell.setHeight(-Infinity, 40)
    expect(shell.height).toBe(HEIGHT.least)
  })
})
