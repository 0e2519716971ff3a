// Parses the arguments of a command into options and operands (XBD 12.2).
import { ShellError } from './errors.ts'

/** One argument. The result of a pattern or a variable is never an option, whatever it begins with. */
export interface Argument {
  text: string
  mayBeOption: boolean
}

export interface Options {
  has(flag: string): boolean
  /** The value of an option; undefined if it was not given. */
  value(flag: string): string | undefined
  operands: string[]
}

export interface KnownOptions {
  /** One-letter options without a value. */
  flags?: string
  /** One-letter options with a value. */
  values?: string
  /** Long names of one-letter options: `{ lines: 'n' }` for `--lines`. */
  long?: Readonly<Record<string, string>>
}

/** @throws ShellError for an unknown option, or one without its value */
export function parseOptions(args: readonly Argument[], { flags = '', values = '', long = {} }: KnownOptions): Options {
  const given = new Map<string, string>()
  const operands: string[] = []
  const rest = [...args]
  const valueOf = (name: string): string => {
    const next = rest.shift()
    if (!next) throw new ShellError('error.needsValue', { name })
    return next.text
  }
  for (let arg = rest.shift(); arg; arg = rest.shift()) {
    const { text } = arg
    if (!arg.mayBeOption || !text.startsWith('-') || text === '-') operands.push(text)
    else if (text === '--') operands.push(...rest.splice(0).map((each) => each.text))
    else if (text.startsWith('--')) {
      const cut = text.indexOf('=')
      const name = text.slice(2, cut < 0 ? undefined : cut)
      const letter = Object.hasOwn(long, name) ? long[name] : undefined
      if (letter === undefined) throw new ShellError('error.unknownOption', { name: `--${name}` })
      if (values.includes(letter)) given.set(letter, cut < 0 ? valueOf(`--${name}`) : text.slice(cut + 1))
      else given.set(letter, '')
    } else {
      for (let at = 1; at < text.length; at++) {
        const letter = text[at] ?? ''
        if (flags.includes(letter)) given.set(letter, '')
        else if (values.includes(letter)) {
          given.set(letter, text.slice(at + 1) || valueOf(`-${letter}`))
          break
        } else throw new ShellError('error.unknownOption', { name: `-${letter}` })
      }
    }
  }
  return { has: (flag) => given.has(flag), value: (flag) => given.get(flag), operands }
}

/** A non-negative whole number. @throws ShellError */
export function parseCount(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new ShellError('error.notNumber', { text })
  return Number(text)
}
