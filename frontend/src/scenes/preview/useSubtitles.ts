import { useMemo } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { subtitleName } from '../../lib/subtitle-name.ts'

/** A video's subtitles for its player. `language` is a BCP 47 tag, or '' if unknown. */
export interface SubtitleTrack {
  src: string
  label: string
  language: string
}

/** The subtitles beside a video, with language names in the page's language. */
export function useSubtitles({ name, subtitles }: Item, urlOf: (path: string) => string): readonly SubtitleTrack[] {
  const { t } = useTexts()
  const { language: shown } = useTranslation()
  // Compared by content, so that an answer with the same subtitles does not restart the player.
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
