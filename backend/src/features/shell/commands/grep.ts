import { RE2JS } from 're2js'
import { PATTERN_STEPS_MAX } from '../../../../contract/limits.ts'
import { type Options, parseCount, parseOptions } from '../arguments.ts'
import { byteLines, type Input } from '../bytes.ts'
import type { Command, Context } from '../command.ts'
import { ShellError } from '../errors.ts'
import { readEach, type CommandSource, sourcesOf } from './sources.ts'

type Fits = (line: string) => boolean

export const grep: Command = {
  usage: '[-ivnclrFwqHh] [-m most] pattern [path …]',
  summary: 'summary.grep',
  async *run(context) {
    const options = parseOptions(context.args, {
      flags: 'ivnclrREFwqHh',
      values: 'me',
      long: { 'ignore-case': 'i', recursive: 'r' },
    })
    const [pattern, ...paths] =
      options.value('e') === undefined ? options.operands : [options.value('e') ?? '', ...options.operands]
    if (pattern === undefined) throw new ShellError('error.noPattern')
    const fits = compile(pattern, options)
    const isDeep = options.has('r') || options.has('R')
    const names = options.has('H') || (!options.has('h') && (isDeep || paths.length > 1))
    const most = parseCount(options.value('m') ?? '999999999')
    let hasFound = false
    const sources = isDeep ? deepSources(context, paths) : sourcesOf(context, paths)
    for await (const source of sources) {
      for await (const { bytes } of readEach(context, [source])) {
        const label = names ? `${source.name || '-'}:` : ''
        let count = 0
        for await (const { number, line } of fitting(bytes, { fits, isInverted: options.has('v') })) {
          if (line === null) {
            if (!options.has('c') && !options.has('q') && !options.has('l'))
              yield `${source.name || '-'}: ${context.say('output.binary')}\n`
            count += 1
            break
          }
          count += 1
          if (options.has('q') || options.has('l')) break
          if (!options.has('c')) yield `${label}${options.has('n') ? `${number}:` : ''}${line}\n`
          if (count >= most) break
        }
        if (options.has('l') && count > 0) yield `${source.name || '-'}\n`
        else if (options.has('c') && !options.has('q')) yield `${label}${count}\n`
        hasFound ||= count > 0
      }
      if (hasFound && options.has('q')) return
    }
    if (!hasFound) context.fail()
  },
}

function compile(text: string, options: Options): Fits {
  const plain = options.has('F') ? RE2JS.quote(text) : text
  let pattern: RE2JS
  try {
    pattern = RE2JS.compile(
      options.has('w') ? `\\b(?:${plain})\\b` : plain,
      options.has('i') ? RE2JS.CASE_INSENSITIVE : 0,
    )
  } catch (cause) {
    throw new ShellError('error.badPattern', {}, { cause })
  }
  if (pattern.programSize() > PATTERN_STEPS_MAX) throw new ShellError('error.largePattern')
  return (line) => pattern.test(line)
}

/** The matching lines; null instead of a line for a binary file. */
async function* fitting(
  input: Input,
  { fits, isInverted }: { fits: Fits; isInverted: boolean },
): AsyncGenerator<{ number: number; line: string | null }> {
  let number = 0
  for await (const bytes of byteLines(input)) {
    number += 1
    const line = bytes.toString('utf8')
    if (fits(line) === isInverted) continue
    yield { number, line: bytes.includes(0) ? null : line }
  }
}

/** All files below folders; files themselves. */
async function* deepSources(context: Context, operands: readonly string[]): AsyncGenerator<CommandSource> {
  const { tree, attempt } = context
  for (const name of operands.length === 0 ? ['.'] : operands) {
    let isFolder = false
    const isThere = await attempt(name, async () => {
      isFolder = (await tree.stat(tree.resolve(name))).kind === 'folder'
    })
    if (!isThere) continue
    if (!isFolder) {
      yield* sourcesOf(context, [name])
      continue
    }
    const before = name.endsWith('/') ? name : `${name}/`
    for await (const found of tree.walk(tree.resolve(name))) {
      if (found.kind === 'file')
        yield {
          name: operands.length === 0 ? found.relative : before + found.relative,
          open: () => tree.read(found.path),
        }
    }
  }
}
