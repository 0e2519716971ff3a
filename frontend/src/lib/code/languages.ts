// The language of a file, by its name. A language is fetched when a file of it is first shown.
import { LanguageDescription, type LanguageSupport } from '@codemirror/language'
import { languages } from '@codemirror/language-data'

/** The language of a file; null for plain text. */
export const languageOf = (name: string): LanguageDescription | null =>
  LanguageDescription.matchFilename(languages, name.toLowerCase()) ?? LanguageDescription.matchFilename(languages, name)

/** The colours of a language; null if they cannot be fetched, which leaves the text plain. */
export async function loadLanguage(language: LanguageDescription | null): Promise<LanguageSupport | null> {
  try {
    return (await language?.load()) ?? null
  } catch {
    return null
  }
}
