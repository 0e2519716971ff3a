// Texts that may be the same as in English.
import type { Locale } from '../../backend/contract/locales.ts'

/** Names and formats: they are the same in every language. By key, or by the beginning of keys, with the reason. */
const NAMES: Readonly<Record<string, string>> = {
  'arcade.title': 'the name of a room',
  'audit.export.': 'formats',
  'audit.itself': 'the name of the program',
  'calendar.quickAddExample': 'what is typed, which is read in English and Spanish alone',
  'extras.house': 'the name of the program',
  'extras.kind.pdf': 'a format',
  'frame.version': 'a fixed text',
  'imports.preset.': 'formats',
  'keys.': 'what is printed on the keys: in many countries the English words',
  'kind.pdf': 'a format',
  'search.kind.pdf': 'a format',
}

/** Words that a language writes as English does. */
const WORDS: Readonly<Partial<Record<Locale, string>>> = {
  ca: 'agenda audio bytes dimensions extras format iris mosaic notes permanent quota sessions text total versions',
  cs: 'audio logo model ok server text video',
  de:
    'administrator audio code downloads extras filter format in info iris links logo name ok pause pdfs player ' +
    'position screenshot server status system tabs text video videos',
  el: 'ok',
  es: 'agenda audio bytes extras total',
  fr:
    'action actions archive archives audio audit code date destination dimensions expression extension extras ' +
    'format imports iris logo minutes notes notifications ok options pause permanent photo position quota session ' +
    'sessions source total trackers type versions volume',
  hu: 'link ok',
  is: 'all',
  it:
    'account agenda audio database file home in iris link logo ok output password picture player quota screenshot ' +
    'server slot video volume',
  ja: 'ok',
  nl:
    'account audio bytes camera code database downloads filter game games help home imports in info iris item ' +
    'items lens letter link links login logins logo ok peers permanent preview recent server spreadsheet ' +
    'spreadsheets status tabs trackers type video volume week',
  no:
    'administrator agenda database filter format info iris logo ok over pause peers permanent send server status ' +
    'system type video',
  pl: 'administrator folder format link logo ok slot',
  pt: 'agenda bytes downloads extras item link links ok quota slot total trackers volume',
  'pt-br': 'audio bytes downloads extras item link links login logins ok pdfs player slot status total volume',
  ro: 'administrator audio audit calendar dentist folder format iris link ok permanent player server text total video',
  sk: 'agenda audio filter format iris logo model ok server text video',
  sv: 'agenda filter format info iris ok peers permanent position server session status system text trackers video',
  tr: 'lens logo video',
}

/** Whether a text is not English although English says the same. Signs and short units are no words: `{{speed}}/s`. */
export function isSameByRight(locale: Locale, key: string, text: string): boolean {
  if (Object.keys(NAMES).some((name) => (name.endsWith('.') ? key.startsWith(name) : key === name))) return true
  const own = new Set(WORDS[locale]?.split(' '))
  const words = text.replaceAll(/\{\{[^}]*\}\}/g, '').match(/\p{L}{2,}/gu) ?? []
  return words.every((word) => own.has(word.toLowerCase()))
}
