// Size limits of the texts of each language. The build fails if they are exceeded.
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { LOCALES, type Locale } from '../../backend/contract/locales.ts'
import { languageTag } from '../../frontend/src/i18n/languages.ts'
import { TEXT_ROOMS, type TextPart, type Texts, textsOfPart } from '../../frontend/src/i18n/parts.ts'
import { hasWiderOne, withOnes } from '../../frontend/src/i18n/plural-forms.ts'
import { readLocale } from './locale-texts.ts'

const brotli = promisify(zlib.brotliCompress)

/** Parts of the texts that one visit may need, and their size limit in brotli. 1 kB is 1,000 bytes. */
export interface TextLimit {
  name: string
  parts: readonly TextPart[]
  kilobytes: number
}

export const TEXT_LIMITS: readonly TextLimit[] = [
  { name: 'texts to log in and see files', parts: ['start', 'files'], kilobytes: 8 },
  { name: 'all texts of a language', parts: ['start', 'files', 'rest', ...TEXT_ROOMS], kilobytes: 45 },
]

/** The bytes of a part of a language, as a browser fetches it. */
async function sizeOfPart(texts: Texts, locale: Locale, part: TextPart): Promise<number> {
  const own = textsOfPart(texts, part)
  const whole = hasWiderOne(languageTag(locale)) ? withOnes(own) : own
  return (await brotli(JSON.stringify(whole))).length
}

/** What the texts of the largest language cost, a line for each limit. @throws Error in words */
export async function checkTextBudget(limits = TEXT_LIMITS): Promise<string[]> {
  const lines: string[] = []
  for (const { name, parts, kilobytes } of limits) {
    const costs = await Promise.all(
      LOCALES.map(async (locale) => {
        const texts = (await readLocale(locale)) ?? {}
        const sizes = await Promise.all(parts.map((part) => sizeOfPart(texts, locale, part)))
        return { locale, bytes: sizes.reduce((sum, size) => sum + size, 0) }
      }),
    )
    const most = costs.reduce((one, other) => (other.bytes > one.bytes ? other : one))
    const line = `${name}: ${(most.bytes / 1000).toFixed(1)} kB in ${most.locale}, ${kilobytes} kB at most`
    if (most.bytes > kilobytes * 1000) throw new Error(`The texts are too large.\n${line}`)
    lines.push(line)
  }
  return lines
}
