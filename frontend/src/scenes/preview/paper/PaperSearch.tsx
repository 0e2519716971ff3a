import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import type { PdfState } from '../../../lib/pdf/PdfView.ts'

const QUERY_MAX_LENGTH = 200

interface PaperSearchProps {
  found: PdfState['found']
  onFind(query: string, by: 1 | -1 | null): void
  onClose(): void
}

/** Searches the text of a PDF while one types; Enter goes on, Shift+Enter back. */
export function PaperSearch({ found, onFind, onClose }: PaperSearchProps) {
  const { t } = useTexts()
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const end = useEffectEvent(() => onFind('', null))
  useEffect(() => {
    field.current?.focus()
    return () => end()
  }, [])
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && query !== '') onFind(query, event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }
  const handleChange = (text: string) => {
    setQuery(text)
    onFind(text, null)
  }
  return (
    <div className="document-tools on-stage" role="search">
      <span className="input">
        <input
          ref={field}
          type="text"
          aria-label={t('document.search')}
          placeholder={t('document.search')}
          value={query}
          maxLength={QUERY_MAX_LENGTH}
          onChange={({ target }) => handleChange(target.value)}
          onKeyDown={handleKey}
        />
      </span>
      <Found found={query === '' ? null : found} />
      <StepButtons isDisabled={query === ''} onStep={(by) => onFind(query, by)} />
      <IconButton icon={X} label={t('document.closeSearch')} onClick={onClose} />
    </div>
  )
}

/** How many places were found, and which one is shown. */
function Found({ found }: Pick<PaperSearchProps, 'found'>) {
  const { t } = useTexts()
  return (
    <span className="small num" role="status">
      {found === null ? '' : t(foundWords(found), { at: found.current, count: found.total })}
    </span>
  )
}

function StepButtons({ isDisabled, onStep }: { isDisabled: boolean; onStep(by: 1 | -1): void }) {
  const { t } = useTexts()
  return (
    <>
      <IconButton
        icon={ChevronUp}
        label={t('document.previousMatch')}
        disabled={isDisabled}
        onClick={() => onStep(-1)}
      />
      <IconButton icon={ChevronDown} label={t('document.nextMatch')} disabled={isDisabled} onClick={() => onStep(1)} />
    </>
  )
}

function foundWords({ total, isPending }: NonNullable<PdfState['found']>) {
  if (total > 0) return 'preview.position' as const
  return isPending ? ('document.searching' as const) : ('document.noMatch' as const)
}
