// Where commands that read files read from: their operands, or else their input.
import type { Input } from '../bytes.ts'
import type { Context } from '../command.ts'

/** `name` is '' for the input. */
export interface CommandSource {
  name: string
  open(): Promise<Input>
}

export function sourcesOf(
  { tree, input }: Pick<Context, 'tree' | 'input'>,
  operands: readonly string[],
): CommandSource[] {
  const own: CommandSource = { name: '', open: async () => input }
  if (operands.length === 0) return [own]
  return operands.map((operand) =>
    operand === '-' ? own : { name: operand, open: async () => tree.read(tree.resolve(operand)) },
  )
}

/** The bytes of each readable source. Others are reported and skipped. */
export async function* readEach(
  { attempt }: Pick<Context, 'attempt'>,
  sources: readonly CommandSource[],
): AsyncGenerator<{ source: CommandSource; bytes: Input }> {
  for (const source of sources) {
    let bytes: Input | null = null
    await attempt(source.name, async () => {
      bytes = await source.open()
    })
    if (bytes !== null) yield { source, bytes }
  }
}
