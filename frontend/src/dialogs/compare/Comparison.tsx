import { useEffect, useEffectEvent, useRef } from 'react'
import { useCodeWords } from '../../i18n/useCodeWords.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { type ComparedText, CompareView } from '../../lib/code/CompareView.ts'

export interface ComparisonProps {
  first: Omit<ComparedText, 'label'>
  second: Omit<ComparedText, 'label'>
  /** Whether there is no room for both side by side. */
  isNarrow: boolean
}

/** Two texts with their differences. It is rendered once; for other texts the caller has to change its key. */
export function Comparison({ first, second, isNarrow }: ComparisonProps) {
  const { t } = useTexts()
  const phrases = useCodeWords()
  const host = useRef<HTMLDivElement>(null)
  const make = useEffectEvent((parent: Element) => {
    const [a, b] = [first, second].map((side) => ({ ...side, label: t('preview.text', { name: side.name }) }))
    return a && b ? new CompareView({ parent, first: a, second: b, isNarrow, phrases }) : null
  })
  useEffect(() => {
    const view = host.current === null ? null : make(host.current)
    return () => view?.destroy()
  }, [])
  return (
    <>
      {isNarrow ? (
        <p className="small muted">{t('dialog.compare.how', { first: first.name, second: second.name })}</p>
      ) : (
        <div className="compared-names" dir="ltr">
          <b className="cut" dir="auto">
            {first.name}
          </b>
          <b className="cut" dir="auto">
            {second.name}
          </b>
        </div>
      )}
      <div className="code-text comparison" dir="ltr" ref={host} />
    </>
  )
}
