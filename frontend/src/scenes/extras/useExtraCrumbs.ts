import { useTexts } from '../../i18n/useTexts.ts'
import { EXTRAS } from './urls.ts'

/** The way from all extras to one of them. */
export function useExtraCrumbs(url: string, name: string): { url: string; name: string }[] {
  const { t } = useTexts()
  return [
    { url: EXTRAS.home, name: t('extras.title') },
    { url, name },
  ]
}
