import { nameOf } from '../../../storage/paths.ts'
import { parseOptions } from '../arguments.ts'
import type { Command } from '../command.ts'
import { ShellError } from '../errors.ts'
import { humanSize } from './forms.ts'

export const zip: Command = {
  usage: '[-r] archive path …',
  summary: 'summary.zip',
  async *run({ args, tree, services, actor, signal }) {
    const {
      operands: [name, ...paths],
    } = parseOptions(args, { flags: 'rq' })
    if (name === undefined || paths.length === 0) throw new ShellError('error.whatToPack')
    const target = tree.resolve(nameOf(name).includes('.') ? name : `${name}.zip`)
    if ((await tree.statIfThere(target)) !== null) throw new ShellError('error.existsAs', { name })
    await tree.checkFolderAround(target)
    const sources = paths.map((path) => tree.resolve(path))
    for (const [index, source] of sources.entries())
      if ((await tree.statIfThere(source)) === null)
        throw new ShellError('error.notThereAs', { name: paths[index] ?? '' })
    const archive = await services.archives.prepare(actor, {
      folder: tree.resolve('/'),
      files: sources.map(encodeURIComponent).join(','),
      base: tree.folder,
      algo: 'zip',
      rootName: '',
      signal,
    })
    const body = archive.body()
    const stop = () => body.destroy(new ShellError('error.stopped'))
    signal.addEventListener('abort', stop, { once: true })
    try {
      const { size } = await services.files.put(actor, target, {
        body,
        modified: undefined,
        isNew: true,
        ...(archive.length === null ? {} : { length: archive.length }),
      })
      yield `${nameOf(target)} ${humanSize(size)}\n`
    } finally {
      signal.removeEventListener('abort', stop)
      body.destroy()
      await archive.close()
    }
  },
}
