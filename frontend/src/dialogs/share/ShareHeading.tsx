import type { Item } from '../../../../backend/contract/resources.ts'
import { useTexts } from '../../i18n/useTexts.ts'

/** What is being shared, as the title of the dialog. */
export function ShareHeading({ item: { name } }: { item: Pick<Item, 'name'> }) {
  const { t } = useTexts()
  return <span dir="auto">{t('share.title', { name })}</span>
}
