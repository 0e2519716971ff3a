// What Nido is, and under which licences its parts are.
import { observer } from 'mobx-react-lite'
import { useTexts } from '../../i18n/useTexts.ts'
import { ExternalLink } from '../frame/ExternalLink.tsx'

const LICENCES = [
  { text: 'extras.about.mit', url: 'https://opensource.org/license/mit' },
  { text: 'extras.about.gpl', url: 'https://www.gnu.org/licenses/gpl-3.0.html' },
  { text: 'extras.about.agpl', url: 'https://www.gnu.org/licenses/agpl-3.0.html' },
] as const

export const About = observer(function About() {
  const { t } = useTexts()
  return (
    <section className="extra-about" aria-label={t('extras.about.title')}>
      <h2>{t('extras.about.title')}</h2>
      <p>{t('extras.about.lead')}</p>
      <ul>
        {LICENCES.map(({ text, url }) => (
          <li key={url}>
            <ExternalLink href={url}>{t(text)}</ExternalLink>
          </li>
        ))}
      </ul>
    </section>
  )
})
