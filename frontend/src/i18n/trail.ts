import i18next from 'i18next'
import { isolateValue } from './isolation.ts'

/**
 * A path in words: `Home › Photos › Mallorca`. The first name is the page's own, by which the whole has its direction;
 * the others are isolated, so that they follow each other in it.
 */
export const trailOf = ([first = '', ...names]: readonly string[]): string =>
  [first, ...names.map((name) => isolateValue(name, i18next.language))].join(' › ')
