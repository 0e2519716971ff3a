import { parseOptions } from '../arguments.ts'
import type { Command } from '../command.ts'
import { humanSize } from './forms.ts'

export const du: Command = {
  usage: '[-hs] [path …]',
  summary: 'summary.du',
  async *run({ args, tree, attempt }) {
    const options = parseOptions(args, { flags: 'hs' })
    const line = (bytes: number, name: string) => `${options.has('h') ? humanSize(bytes) : bytes}\t${name}\n`
    for (const name of options.operands.length === 0 ? ['.'] : options.operands) {
      const sums = new Map<string, number>()
      const isThere = await attempt(name, async () => {
        const path = tree.resolve(name)
        const stat = await tree.stat(path)
        sums.set('', stat.kind === 'file' ? stat.size : 0)
        if (stat.kind === 'folder')
          for await (const found of tree.walk(path))
            add(sums, { relative: found.relative, size: found.kind === 'file' ? found.size : null }, options.has('s'))
      })
      if (!isThere) continue
      // Deeper folders come first, the total last.
      for (const [relative, bytes] of [...sums].reverse())
        yield line(bytes, relative === '' ? name : `${name === '/' ? '' : name}/${relative}`)
    }
  },
}

/** Counts a file for each folder above it; a folder (null) starts at 0. */
function add(
  sums: Map<string, number>,
  { relative, size }: { relative: string; size: number | null },
  isSumOnly: boolean,
): void {
  if (size === null) {
    if (!isSumOnly) sums.set(relative, sums.get(relative) ?? 0)
    return
  }
  for (let above = relative; above !== '';) {
    above = above.slice(0, Math.max(0, above.lastIndexOf('/')))
    if (above === '' || !isSumOnly) sums.set(above, (sums.get(above) ?? 0) + size)
  }
}
