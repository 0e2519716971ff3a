import { LOCALES } from '../../../backend/contract/locales.ts'
import { nativeName } from '../i18n/native-names.ts'
import { useTexts } from '../i18n/useTexts.ts'

/** The choices of a field for the language. `browser`: the value for that of the browser. */
export function LocaleOptions({ browser = '' }: { browser?: string }) {
  const { t } = useTexts()
  return (
    <>
      <option value={browser}>{t('frame.browserLanguage')}</option>
      {LOCALES.map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {nativeName(locale)}
        </option>
      ))}
    </>
  )
}
