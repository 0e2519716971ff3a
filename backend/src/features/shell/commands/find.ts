import { nameOf, type UserPath } from '../../../storage/paths.ts'
import type { Stat } from '../../../storage/types.ts'
import { type Argument, parseCount } from '../arguments.ts'
import type { Command } from '../command.ts'
import { ShellError } from '../errors.ts'
import { charactersOfText, matcherOf } from '../pattern.ts'

/** A hit; `depth` is 0 for the starting point. */
interface Candidate {
  name: string
  stat: Stat
  depth: number
}
type Test = (candidate: Candidate) => boolean

/** Makes a test from its value. */
const TESTS: Readonly<Record<string, (value: string) => Test>> = {
  '-name': (value) => named(matcherOf(charactersOfText(value))),
  '-iname': (value) => named(matcherOf(charactersOfText(value), { ignoresCase: true })),
  '-type': (value) => {
    if (value !== 'f' && value !== 'd') throw new ShellError('error.findType')
    return ({ stat }) => stat.kind === (value === 'f' ? 'file' : 'folder')
  },
  '-size': (value) => sized(value),
  '-mindepth': (value) => {
    const least = parseCount(value)
    return ({ depth }) => depth >= least
  },
  '-maxdepth': (value) => {
    const most = parseCount(value)
    return ({ depth }) => depth <= most
  },
}

export const find: Command = {
  usage: '[path …] [-name pattern] [-iname pattern] [-type f|d] [-size [+-]number[ckMG]] [-mindepth n] [-maxdepth n]',
  summary: 'summary.find',
  async *run({ args, tree, attempt }) {
    const { starts, fits } = parseFind(args)
    for (const start of starts) {
      let path: UserPath | null = null
      let stat: Stat | null = null
      await attempt(start, async () => {
        path = tree.resolve(start)
        stat = await tree.stat(path)
      })
      if (path === null || stat === null) continue
      const { kind }: Stat = stat
      if (fits({ name: nameOf(path), stat, depth: 0 })) yield `${start}\n`
      if (kind === 'file') continue
      const before = start.endsWith('/') ? start : `${start}/`
      for await (const found of tree.walk(path)) {
        if (fits({ name: nameOf(found.path), stat: found, depth: found.relative.split('/').length }))
          yield `${before}${found.relative}\n`
      }
    }
  },
}

function parseFind(args: readonly Argument[]): { starts: string[]; fits: Test } {
  const isTest = ({ text, mayBeOption }: Argument) => mayBeOption && text.startsWith('-')
  const cut = args.findIndex(isTest)
  const starts = args.slice(0, cut < 0 ? undefined : cut).map(({ text }) => text)
  const tests: Test[] = []
  for (let at = cut; at >= 0 && at < args.length; at += 2) {
    const name = args[at]?.text ?? ''
    const make = Object.hasOwn(TESTS, name) ? TESTS[name] : undefined
    const value = args[at + 1]
    if (!make) throw new ShellError('error.unknownTest', { name })
    if (!value) throw new ShellError('error.needsValue', { name })
    tests.push(make(value.text))
  }
  return { starts: starts.length === 0 ? ['.'] : starts, fits: (candidate) => tests.every((test) => test(candidate)) }
}

const FACTORS: Readonly<Record<string, number>> = { k: 1024, M: 1024 ** 2, G: 1024 ** 3 }

const named =
  (fits: (name: string) => boolean): Test =>
  ({ name }) =>
    fits(name)

function sized(value: string): Test {
  const [, sign, digits, unit] = /^([+-]?)(\d{1,15})([ckMG]?)$/.exec(value) ?? []
  if (digits === undefined) throw new ShellError('error.notSize', { text: value })
  const bytes = Number(digits) * (FACTORS[unit ?? ''] ?? 1)
  return ({ stat }) =>
    stat.kind === 'file' && (sign === '+' ? stat.size > bytes : sign === '-' ? stat.size < bytes : stat.size === bytes)
}
