// One person, as administrators see and change them.
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { UserRecord } from '../../../../backend/contract/users.ts'
import { deletePerson } from '../../actions/deletePerson.ts'
import { Avatar } from '../../components/Avatar.tsx'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { formOf } from '../../stores/people/PersonForm.ts'
import { type HouseRules, peopleOf } from '../../stores/PeopleStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { SessionRows } from '../sessions/SessionRows.tsx'
import { SaveBar } from '../settings/SaveBar.tsx'
import { PeopleFailure } from './PeopleFailure.tsx'
import { BackToPeople } from './BackToPeople.tsx'
import { PersonFields } from './PersonFields.tsx'
import { usePersonForm } from './usePersonForm.ts'
import { useRoom } from './useRoom.ts'
import { linkListsOf } from '../../stores/LinkListsStore.ts'
import { sessionsOf } from '../../stores/SessionsStore.ts'

export const PersonScene = observer(function PersonScene() {
  const people = peopleOf(useRoot())
  const { t } = useTexts()
  const id = Number(useParams()['id'])
  useEffect(() => {
    void people.load()
    void people.loadUsage()
  }, [people, id])
  const { error, isLoading } = people
  const houseRules = people.houseRules.value
  const person = people.get(id)
  if (error !== null && (houseRules === null || person === undefined)) return <PeopleFailure />
  // The person may have been created elsewhere a moment ago.
  if (houseRules === null || (person === undefined && isLoading)) return <div aria-busy="true" />
  if (person === undefined) {
    return (
      <Empty art="signpost" title={t('people.gone')} lead={t('people.goneLead')}>
        <Link className="button" to="/settings/users">
          {t('people.all')}
        </Link>
      </Empty>
    )
  }
  return <Person key={id} person={person} house={houseRules} />
})

const Person = observer(function Person({ person, house }: { person: UserRecord; house: HouseRules }) {
  const root = useRoot()
  const { session } = root
  const people = peopleOf(root)
  const { t } = useTexts()
  const [form] = useState(() => formOf(person, house))
  const isSelf = person.id === session.user?.id
  const { element, handleSubmit, state } = usePersonForm(form, async () => {
    await people.change(person.id, form.fields)
    form.settle()
    root.toasts.success({ key: 'people.updated' })
  })
  return (
    <div className="column wide">
      <div className="person-head">
        <BackToPeople />
        <Avatar name={person.username} size="lg" />
        <div>
          <h2 dir="auto">{person.username}</h2>
          <Facts person={person} />
        </div>
        {isSelf ? null : (
          <button type="button" className="button danger-text push" onClick={() => void deletePerson(root, person)}>
            {t('people.delete')}
          </button>
        )}
      </div>
      <form ref={element} onSubmit={handleSubmit} noValidate aria-label={person.username}>
        <PersonFields form={form} house={house} isSelf={isSelf} />
        <SaveBar isDirty={form.isDirty} state={state} onDiscard={form.discard} />
      </form>
      <SessionRows person={isSelf ? null : person.id} />
    </div>
  )
})

const Facts = observer(function Facts({ person }: { person: UserRecord }) {
  const root = useRoot()
  const links = linkListsOf(root)
  const sessions = sessionsOf(root)
  const { t } = useTexts()
  useEffect(() => {
    void links.loadAll()
    return links.forget
  }, [links])
  const room = useRoom(person)
  const linkCount = links.running.value?.filter(({ userID }) => userID === person.id).length
  return (
    <p className="muted num">
      {[
        t(person.perm.admin ? 'people.admin' : 'people.member'),
        room.words,
        ...(linkCount === undefined ? [] : [t('links.count', { count: linkCount })]),
        ...(sessions.items.value === null ? [] : [t('sessions.count', { count: sessions.items.value.length })]),
      ].join(' · ')}
    </p>
  )
})
