import { useMemo } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { subtitleName } from '../../lib/subtitle-name.ts'

/** Subtitles of a video as its player wants them. `language` is a BCP 47 tag, or '' for not known. */
export interface SubtitleTrack {
  src: string
  label: string
  language: string
}

/** The subtitles that lie beside a video, with the names of their languages in the page's own. */
export function useSubtitles({ name, subtitles }: Item, urlOf: (path: string) => string): readonly SubtitleTrack[] {
  const { t } = useTexts()
  const { language: shown } = useTranslation()
  // A video's subtitles by what they are: an answer that says the same again leaves the player alone.
  const paths = subtitles?.join('\0') ?? ''
  return useMemo(() => {
    const languages = new Intl.DisplayNames([shown, 'en'], { type: 'language', fallback: 'none' })
    return (paths === '' ? [] : paths.split('\0')).map((path) => {
      const { label, language } = subtitleName(path, name, (code) => languageName(languages, code))
      return { src: urlOf(path), label: label || t('preview.subtitles'), language }
    })
  }, [paths, name, shown, urlOf, t])
}

function languageName(languages: Intl.DisplayNames, code: string): string | undefined {
  try {
    return languages.of(code)
  } catch {
    return undefined
  }
}
