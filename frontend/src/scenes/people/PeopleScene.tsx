// All people of the household, for administrators.
import { ChevronRight, UserPlus } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import type { UserRecord } from '../../../../backend/contract/users.ts'
import { Avatar } from '../../components/Avatar.tsx'
import { FullnessBar } from '../../components/FullnessBar.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Failure } from '../errors/Failure.tsx'
import { usePermissionWords } from './usePermissionWords.ts'
import { useRoom } from './useRoom.ts'
import { peopleOf } from '../../stores/PeopleStore.ts'

export const PeopleScene = observer(function PeopleScene() {
  const people = peopleOf(useRoot())
  const { t } = useTexts()
  useEffect(() => {
    const refresh = () => {
      void people.load()
      void people.loadUsage()
    }
    refresh()
    window.addEventListener('focus', refresh)
    return () => window.removeEventListener('focus', refresh)
  }, [people])
  const everybody = people.list.value
  return (
    <div className="column wide" aria-busy={everybody === null && people.list.error === null}>
      <div className="line people-head">
        <p className="muted" role="status">
          {everybody === null ? '' : t('people.count', { count: everybody.length })}
        </p>
        <Link className="button primary push" to="/settings/users/new">
          <UserPlus className="icon" aria-hidden="true" />
          {t('people.new')}
        </Link>
      </div>
      {people.list.error === null ? null : (
        <Failure
          kind={people.list.error.code === 'network' ? 'network' : 'internal'}
          onRetry={() => void people.load()}
        />
      )}
      {everybody === null ? null : (
        <ul className="set-rows people" aria-label={t('people.title')}>
          {everybody.map((person) => (
            <PersonRow key={person.id} person={person} />
          ))}
        </ul>
      )}
    </div>
  )
})

const PersonRow = observer(function PersonRow({ person }: { person: UserRecord }) {
  const { session } = useRoot()
  const { t } = useTexts()
  const { words, percent } = useRoom(person)
  const may = usePermissionWords()(person.perm)
  const isSelf = person.id === session.user?.id
  return (
    <li className="person">
      <Avatar name={person.username} size="md" />
      <div className="who">
        <Link className="strong cut" to={`/settings/users/${person.id}`} dir="auto">
          {person.username}
        </Link>
        <div className="small faint scope">
          <span className="cut" dir="ltr">
            {person.scope}
          </span>
          {isSelf ? <span>· {t('people.you')}</span> : null}
        </div>
      </div>
      <div className="perm small muted cut" title={may}>
        {may}
      </div>
      <div className="room small muted num">
        {words}
        {percent === null ? null : <FullnessBar percent={percent} label={t('people.used')} text={words} />}
      </div>
      <div className="role">
        <span className={`badge ${person.perm.admin ? 'accent' : ''}`}>
          {t(person.perm.admin ? 'people.admin' : 'people.member')}
        </span>
      </div>
      <ChevronRight className="icon flip faint" aria-hidden="true" />
    </li>
  )
})
