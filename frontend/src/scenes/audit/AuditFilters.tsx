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
  onChange(filter: AuditFilter): void
  onClear(): void
}

/** Time, person and kind. A day or a kind counts at once, a name when it is typed to its end. */
export const AuditFilters = observer(function AuditFilters({ filter, onChange, onClear }: AuditFiltersProps) {
  const people = peopleOf(useRoot())
  const { t } = useTexts()
  const names = useId()
  const [who, setWho] = useState(filter.who)
  useEffect(() => setWho(filter.who), [filter.who])
  useEffect(() => void people.load(), [people])
  const isName = (text: string) => people.list.value?.some(({ username }) => username === text) === true
  const settle = () => {
    if (who !== filter.who) onChange({ ...filter, who })
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    settle()
  }
  const handleWho = (text: string) => {
    setWho(text)
    if (text === '' || isName(text)) onChange({ ...filter, who: text })
  }
  const isUsed = Object.values(filter).some((value) => value !== '')
  return (
    <form className="filters" role="search" aria-label={t('audit.filters')} onSubmit={handleSubmit}>
      <Field
        type="date"
        label={t('audit.from')}
        max={filter.to || undefined}
        value={filter.from}
        onChange={({ target }) => onChange({ ...filter, from: target.value })}
      />
      <Field
        type="date"
        label={t('audit.to')}
        min={filter.from || undefined}
        value={filter.to}
        onChange={({ target }) => onChange({ ...filter, to: target.value })}
      />
      <Field
        label={t('audit.who')}
        placeholder={t('audit.everybody')}
        list={names}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={who}
        onChange={({ target }) => handleWho(target.value)}
        onBlur={settle}
      />
      <datalist id={names}>
        {people.list.value?.map(({ id, username }) => (
          <option key={id}>{username}</option>
        ))}
      </datalist>
      <SelectField
        label={t('audit.kind')}
        value={filter.kind}
        onChange={({ target }) => onChange({ ...filter, kind: target.value })}
      >
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
      {isUsed ? (
        <button type="button" className="button plain" onClick={onClear}>
          {t('audit.clear')}
        </button>
      ) : null}
    </form>
  )
})
