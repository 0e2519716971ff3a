// In some languages the plural form `one` means more than 1: 21 and 31 in Russian, 0 in French. English has texts for
// one thing that say its name, and for several that say their number. So `_one` is for 1 alone, and `_ones` for the
// other numbers of that form: the build takes it from `_one` if that says the number, and otherwise `_other` is used.
import type { Texts } from './parts.ts'

export const ADDED_FORM = '_ones'

/** Whether the form `one` of a language means more numbers than 1. */
export function hasWiderOne(tag: string): boolean {
  const rules = new Intl.PluralRules(tag)
  return [0, 21].some((number) => rules.select(number) === 'one')
}

/** The form of a number, as i18next adds it to a key. */
export const pluralFormOf = (suffix: string, count: number): string =>
  suffix === '_one' && count !== 1 ? ADDED_FORM : suffix

/** The texts of a language with `_ones` wherever `_one` says the number. */
export function withOnes(texts: Texts): Texts {
  const whole = Object.entries(texts).flatMap(([key, text]): [string, string | Texts][] => {
    if (typeof text !== 'string') return [[key, withOnes(text)]]
    const ones = key.replace(/_one$/, ADDED_FORM)
    const isAdded = ones !== key && text.includes('{{count') && texts[ones] === undefined
    return isAdded
      ? [
          [key, text],
          [ones, text],
        ]
      : [[key, text]]
  })
  return Object.fromEntries(whole)
}
