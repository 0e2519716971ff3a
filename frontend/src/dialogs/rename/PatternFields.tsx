import { observer } from 'mobx-react-lite'
import type { RefObject } from 'react'
import { Field } from '../../components/Field.tsx'
import type { TranslationKey } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { CODE_INPUT } from '../../lib/code-input.ts'
import type { BatchRename } from '../../stores/names/BatchRename.ts'

const PARTS: readonly { part: string; label: TranslationKey }[] = [
  { part: '{name}', label: 'dialog.batchRename.partName' },
  { part: '{n}', label: 'dialog.batchRename.partNumber' },
  { part: '{date}', label: 'dialog.batchRename.partDate' },
  { part: '{ext}', label: 'dialog.batchRename.partEnding' },
]

export interface PatternFieldsProps {
  batch: BatchRename
  /** Of the pattern. */
  field: RefObject<HTMLInputElement | null>
}

/** The pattern of the new names, and their numbers. */
export const PatternFields = observer(function PatternFields({ batch, field }: PatternFieldsProps) {
  const { t } = useTexts()
  const { pattern } = batch.pattern
  const insert = (part: string) => {
    const { selectionStart, selectionEnd } = field.current ?? {}
    const [from, to] = [selectionStart ?? pattern.length, selectionEnd ?? pattern.length]
    batch.setPattern({ pattern: pattern.slice(0, from) + part + pattern.slice(to) })
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(from + part.length, from + part.length)
    })
  }
  return (
    <>
      <div className="name-pattern">
        <Field
          label={t('dialog.batchRename.patternLabel')}
          inputRef={field}
          value={pattern}
          // So that braces stay around their words among letters of Arabic and Hebrew, too.
          {...CODE_INPUT}
          maxLength={255}
          onChange={(event) => batch.setPattern({ pattern: event.target.value })}
        />
        <div className="name-parts">
          {PARTS.map(({ part, label }) => (
            <button key={part} type="button" className="chip" onClick={() => insert(part)}>
              {t(label)}
            </button>
          ))}
        </div>
      </div>
      {/\{n\}/.test(pattern) ? <CountFields batch={batch} /> : null}
    </>
  )
})

const CountFields = observer(function CountFields({ batch }: { batch: BatchRename }) {
  const { t } = useTexts()
  const { start, step, digits } = batch.pattern
  const figure = (label: string, [min, value, max]: [number, number, number], take: (value: number) => void) => (
    <Field
      label={label}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      value={value}
      onChange={({ target }) => take(Math.min(max, Math.max(min, Math.trunc(Number(target.value) || 0))))}
    />
  )
  return (
    <div className="name-counts">
      {figure(t('dialog.batchRename.start'), [0, start, 999_999], (value) => batch.setPattern({ start: value }))}
      {figure(t('dialog.batchRename.step'), [1, step, 1000], (value) => batch.setPattern({ step: value }))}
      {figure(t('dialog.batchRename.digits'), [1, digits, 6], (value) => batch.setPattern({ digits: value }))}
    </div>
  )
})
