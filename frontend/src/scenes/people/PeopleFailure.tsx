import { observer } from 'mobx-react-lite'
import { useRoot } from '../../stores/useRoot.ts'
import { Failure } from '../errors/Failure.tsx'
import { peopleOf } from '../../stores/PeopleStore.ts'

/** Shown if the people could not be fetched. */
export const PeopleFailure = observer(function PeopleFailure() {
  const people = peopleOf(useRoot())
  return <Failure kind={people.error?.code === 'network' ? 'network' : 'internal'} onRetry={() => void people.load()} />
})
