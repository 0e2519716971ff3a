import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../../i18n/useTexts.ts'
import { newForm } from '../../stores/people/PersonForm.ts'
import { type HouseRules, peopleOf } from '../../stores/PeopleStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { SaveBar } from '../settings/SaveBar.tsx'
import { PeopleFailure } from './PeopleFailure.tsx'
import { BackToPeople } from './BackToPeople.tsx'
import { PersonFields } from './PersonFields.tsx'
import { usePersonForm } from './usePersonForm.ts'

/** The form of a new person, filled with the household's defaults. */
export const NewPersonScene = observer(function NewPersonScene() {
  const people = peopleOf(useRoot())
  useEffect(() => void people.load(), [people])
  const { value: houseRules, error } = people.houseRules
  if (houseRules === null) return error === null ? <div aria-busy="true" /> : <PeopleFailure />
  return <NewPerson house={houseRules} />
})

const NewPerson = observer(function NewPerson({ house }: { house: HouseRules }) {
  const root = useRoot()
  const { toasts } = root
  const people = peopleOf(root)
  const { t } = useTexts()
  const navigate = useNavigate()
  const [form] = useState(() => newForm(house))
  const { element, handleSubmit, state } = usePersonForm(form, async () => {
    const id = await people.create(form.fields)
    form.settle()
    toasts.success({ key: 'people.created', values: { name: form.draft.username } })
    void navigate(`/settings/users/${id}`, { replace: true })
  })
  return (
    <div className="column wide">
      <div className="person-head">
        <BackToPeople />
        <h2>{t('people.new')}</h2>
      </div>
      <form ref={element} onSubmit={handleSubmit} noValidate aria-label={t('people.new')}>
        <PersonFields form={form} house={house} />
        <SaveBar isDirty={form.isDirty} state={state} verb={t('people.create')} onDiscard={form.discard} />
      </form>
    </div>
  )
})
