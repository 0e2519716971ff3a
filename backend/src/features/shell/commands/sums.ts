import { createHash } from 'node:crypto'
import type { ChecksumAlgorithm } from '../../../../contract/resources.ts'
import { parseOptions } from '../arguments.ts'
import type { Input } from '../bytes.ts'
import type { Command, Context } from '../command.ts'
import { ShellError } from '../errors.ts'

const sumCommand = (algorithm: 'md5' | 'sha256'): Command => ({
  usage: '[file …]',
  summary: `summary.${algorithm}sum`,
  async *run(context) {
    const { operands } = parseOptions(context.args, { flags: 'b' })
    for (const name of operands.length === 0 ? ['-'] : operands) {
      let sum = ''
      const isKnown = await context.attempt(name, async () => {
        sum = name === '-' ? await sumOfInput(context.input, algorithm) : await sumOfFile(context, name, algorithm)
      })
      if (isKnown) yield `${sum}  ${name}\n`
    }
  },
})

export const md5sum = sumCommand('md5')
export const sha256sum = sumCommand('sha256')

async function sumOfInput(input: Input, algorithm: ChecksumAlgorithm): Promise<string> {
  const hash = createHash(algorithm)
  for await (const chunk of input) hash.update(chunk)
  return hash.digest('hex')
}

/** The checksum that the page shows too. */
async function sumOfFile(
  { services, tree, actor, signal }: Context,
  name: string,
  algorithm: ChecksumAlgorithm,
): Promise<string> {
  const found = await services.files.describe(actor, tree.resolve(name), {
    isFolder: false,
    sorting: { by: 'name', asc: true },
    checksum: algorithm,
    signal,
  })
  if (found.isDir || !('checksums' in found) || found.checksums === undefined) throw new ShellError('error.isFolder')
  return found.checksums[algorithm] ?? ''
}
