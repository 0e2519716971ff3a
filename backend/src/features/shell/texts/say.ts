// What the shell says, in the languages of the page. scripts/check-locales.ts holds all languages to English.
import type { Locale } from '../../../../contract/locales.ts'
import ar from './ar.json' with { type: 'json' }
import ca from './ca.json' with { type: 'json' }
import cs from './cs.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import el from './el.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import he from './he.json' with { type: 'json' }
import hu from './hu.json' with { type: 'json' }
import is from './is.json' with { type: 'json' }
import it from './it.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import ko from './ko.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import no from './no.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }
import ptBr from './pt-br.json' with { type: 'json' }
import ro from './ro.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import sk from './sk.json' with { type: 'json' }
import sv from './sv.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }
import zhCn from './zh-cn.json' with { type: 'json' }

type Texts = typeof en
/** A section and the name of a text in it. */
export type ShellText = { [Section in keyof Texts]: `${Section}.${keyof Texts[Section] & string}` }[keyof Texts]
export type TextValues = Readonly<Record<string, string | number>>
export type Say = (text: ShellText, values?: TextValues) => string

const TEXTS: Readonly<Record<Locale, Texts>> = {
  ar,
  ca,
  cs,
  de,
  el,
  en,
  es,
  fr,
  he,
  hu,
  is,
  it,
  ja,
  ko,
  nl,
  no,
  pl,
  pt,
  'pt-br': ptBr,
  ro,
  ru,
  sk,
  sv,
  tr,
  'zh-cn': zhCn,
}

/** Says texts in a language, with the values in their places: `{{name}}`. */
export function sayIn(language: Locale): Say {
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = TEXTS[language]
  return (text, values = {}) => {
    const [section = '', name = ''] = text.split('.')
    return (texts[section]?.[name] ?? '').replace(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value] ?? ''))
  }
}
