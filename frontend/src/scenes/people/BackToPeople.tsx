import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n/useTexts.ts'

/** The link from a person's form to the list. */
export function BackToPeople() {
  const { t } = useTexts()
  return (
    <Link className="icon-button" to="/settings/users" aria-label={t('people.all')} title={t('people.all')}>
      <ArrowLeft className="icon flip" aria-hidden="true" />
    </Link>
  )
}
