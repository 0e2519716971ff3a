import { observer } from 'mobx-react-lite'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { Field } from '../../components/Field.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { type AuditFilter, KIND_GROUPS, type KindGroup } from './filter.ts'
import { peopleOf } from '../../stores/PeopleStore.ts'

const GROUPS = Object.keys(KIND_GROUPS) as KindGroup[]

export interface AuditFiltersProps {
  filter: AuditFilter
  /** Called with what changes. */
  onChange(change: Partial<AuditFilter>): void
  onClear(): void
}

/** Time, person and kind. A day or a kind applies at once, a name when its text is complete. */
export function AuditFilters({ filter, onChange, onClear }: AuditFiltersProps) {
  const { t } = useTexts()
  const [who, setWho] = useTyped(filter.who)
  const settle = () => {
    if (who !== filter.who) onChange({ who })
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    settle()
  }
  const isUsed = Object.values(filter).some((value) => value !== '')
  return (
    <form className="filters" role="search" aria-label={t('audit.filters')} onSubmit={handleSubmit}>
      <DayFields filter={filter} onChange={onChange} />
      <PersonField value={who} onChange={setWho} onName={(name) => onChange({ who: name })} onBlur={settle} />
      <KindField value={filter.kind} onChange={(kind) => onChange({ kind })} />
      {isUsed ? (
        <button type="button" className="button plain" onClick={onClear}>
          {t('audit.clear')}
        </button>
      ) : null}
    </form>
  )
}

/** The typed text, until the value is set in another way. */
function useTyped(value: string): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const [before, setBefore] = useState(value)
  if (value !== before) {
    setBefore(value)
    setText(value)
  }
  return [text, setText]
}

/** The first and the last day. */
function DayFields({ filter, onChange }: Pick<AuditFiltersProps, 'filter' | 'onChange'>) {
  const { t } = useTexts()
  return (
    <>
      <Field
        type="date"
        label={t('audit.from')}
        max={filter.to || undefined}
        value={filter.from}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <Field
        type="date"
        label={t('audit.to')}
        min={filter.from || undefined}
        value={filter.to}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </>
  )
}

interface PersonFieldProps {
  value: string
  onChange(text: string): void
  /** Called when the text is a person's name, or empty. */
  onName(name: string): void
  onBlur(): void
}

const PersonField = observer(function PersonField({ value, onChange, onName, onBlur }: PersonFieldProps) {
  const people = peopleOf(useRoot())
  const { t } = useTexts()
  const names = useId()
  useEffect(() => void people.load(), [people])
  const handleChange = (text: string) => {
    onChange(text)
    if (text === '' || people.list.value?.some(({ username }) => username === text) === true) onName(text)
  }
  return (
    <>
      <Field
        label={t('audit.who')}
        placeholder={t('audit.everybody')}
        list={names}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={({ target }) => handleChange(target.value)}
        onBlur={onBlur}
      />
      <datalist id={names}>
        {people.list.value?.map(({ id, username }) => (
          <option key={id}>{username}</option>
        ))}
      </datalist>
    </>
  )
})

function KindField({ value, onChange }: { value: string; onChange(kind: string): void }) {
  const { t } = useTexts()
  return (
    <SelectField label={t('audit.kind')} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{t('audit.all')}</option>
      {GROUPS.map((group) => (
        <optgroup key={group} label={t(`audit.groups.${group}`)}>
          <option value={group}>{t('audit.allOf', { group: t(`audit.groups.${group}`) })}</option>
          {KIND_GROUPS[group].map((kind) => (
            <option key={kind} value={kind}>
              {t(`audit.kinds.${kind}`)}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}
