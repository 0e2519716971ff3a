import { childOf, type UserPath } from '../../../storage/paths.ts'
import type { Entry } from '../../../storage/types.ts'
import { parseCount, parseOptions } from '../arguments.ts'
import type { Command, Context } from '../command.ts'

interface Drawing {
  tree: Context['tree']
  attempt: Context['attempt']
  deepest: number
  showsHidden: boolean
  folders: number
  files: number
}

export const tree: Command = {
  usage: '[-a] [-L depth] [folder]',
  summary: 'summary.tree',
  async *run({ args, tree: persons, say, attempt }) {
    const options = parseOptions(args, { flags: 'a', values: 'L' })
    const drawing: Drawing = {
      tree: persons,
      attempt,
      deepest: parseCount(options.value('L') ?? '100'),
      showsHidden: options.has('a'),
      folders: 0,
      files: 0,
    }
    const name = options.operands[0] ?? '.'
    const path = persons.resolve(name)
    const entries = await persons.list(path)
    yield `${name}\n`
    yield* draw(drawing, { path, entries, before: '', depth: 1 })
    yield `\n${say('output.tree', { folders: drawing.folders, files: drawing.files })}\n`
  },
}

async function* draw(
  drawing: Drawing,
  { path, entries, before, depth }: { path: UserPath; entries: Entry[]; before: string; depth: number },
): AsyncGenerator<string> {
  const shown = drawing.showsHidden ? entries : entries.filter(({ name }) => !name.startsWith('.'))
  for (const [index, { name, kind }] of shown.entries()) {
    const isLast = index === shown.length - 1
    yield `${before}${isLast ? '└── ' : '├── '}${name}${kind === 'folder' ? '/' : ''}\n`
    if (kind === 'file') {
      drawing.files += 1
      continue
    }
    drawing.folders += 1
    if (depth >= drawing.deepest) continue
    const below = childOf(path, name)
    let inner: Entry[] = []
    await drawing.attempt(below, async () => {
      inner = await drawing.tree.list(below)
    })
    yield* draw(drawing, {
      path: below,
      entries: inner,
      before: `${before}${isLast ? '    ' : '│   '}`,
      depth: depth + 1,
    })
  }
}
