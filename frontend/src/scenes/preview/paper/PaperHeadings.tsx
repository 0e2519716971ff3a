import { useTexts } from '../../../i18n/useTexts.ts'

interface Named {
  title: string
  /** 0 for the highest. */
  level: number
}

interface PaperHeadingsProps<Heading extends Named> {
  headings: readonly Heading[]
  onChoose(heading: Heading): void
}

/** The headings of a document, beside it. */
export function PaperHeadings<Heading extends Named>({ headings, onChoose }: PaperHeadingsProps<Heading>) {
  const { t } = useTexts()
  return (
    <nav className="document-headings on-stage" aria-label={t('document.headings')}>
      <ul>
        {headings.map((heading, index) => (
          // Headings may have the same words.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} style={{ paddingInlineStart: `calc(${heading.level} * var(--s-4))` }}>
            <button type="button" className="cut" dir="auto" onClick={() => onChoose(heading)}>
              {heading.title || t('document.untitled')}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
