import type { Entry, Stat } from '../../../storage/types.ts'
import { type Options, parseOptions } from '../arguments.ts'
import type { Command } from '../command.ts'
import { compareUnits } from '../working-folder.ts'
import { humanSize, shortTime } from './forms.ts'

export const ls: Command = {
  usage: '[-1adhlrtS] [path …]',
  summary: 'summary.ls',
  async *run(context) {
    const options = parseOptions(context.args, { flags: '1adhlrtS', long: { all: 'a', human: 'h', reverse: 'r' } })
    const { tree, attempt } = context
    const operands = options.operands.length === 0 ? ['.'] : options.operands
    const found: { name: string; stat: Stat }[] = []
    for (const name of operands)
      await attempt(name, async () => void found.push({ name, stat: await tree.stat(tree.resolve(name)) }))
    const isFolder = ({ stat }: { stat: Stat }) => stat.kind === 'folder' && !options.has('d')
    const single = found.filter((each) => !isFolder(each)).map(({ name, stat }) => ({ ...stat, name }))
    yield* listed(single, options)
    let isFirst = single.length === 0
    for (const { name } of found.filter(isFolder)) {
      let entries: Entry[] = []
      const isThere = await attempt(name, async () => {
        entries = await tree.list(tree.resolve(name))
      })
      if (!isThere) continue
      if (operands.length > 1) yield `${isFirst ? '' : '\n'}${name}:\n`
      isFirst = false
      yield* listed(options.has('a') ? entries : entries.filter((entry) => !entry.name.startsWith('.')), options)
    }
  },
}

function* listed(entries: readonly Entry[], options: Options): Generator<string> {
  const sorted = sort(entries, options)
  if (!options.has('l')) {
    for (const { name, kind } of sorted) yield `${name}${kind === 'folder' && !name.endsWith('/') ? '/' : ''}\n`
    return
  }
  const sizes = sorted.map((entry) => sizeOf(entry, options.has('h')))
  const width = Math.max(0, ...sizes.slice(0, 1_000).map((size) => size.length))
  for (const [index, { kind, modified, name }] of sorted.entries()) {
    yield `${kind === 'folder' ? 'd' : '-'} ${(sizes[index] ?? '').padStart(width)} ${shortTime(modified)} ${name}\n`
  }
}

const sizeOf = (entry: Entry, isHuman: boolean): string =>
  entry.kind === 'folder' ? '-' : isHuman ? humanSize(entry.size) : String(entry.size)

function sort(entries: readonly Entry[], options: Options): Entry[] {
  const size = (entry: Entry) => (entry.kind === 'file' ? entry.size : 0)
  const time = (entry: Entry) => entry.modified?.getTime() ?? 0
  const direction = options.has('r') ? -1 : 1
  return [...entries].sort(
    (a, b) =>
      direction *
      ((options.has('t') ? time(b) - time(a) : 0) ||
        (options.has('S') ? size(b) - size(a) : 0) ||
        compareUnits(a.name, b.name)),
  )
}
