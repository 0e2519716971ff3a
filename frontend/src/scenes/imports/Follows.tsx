import { Rss } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { messageOf } from '../../api/error-message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { followsOf } from '../../stores/FollowsStore.ts'
import { importsOf } from '../../stores/ImportsStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { FollowCard } from './FollowCard.tsx'
import { FollowFields } from './FollowFields.tsx'

/** The feeds, podcasts and channels that the person follows. */
export const Follows = observer(function Follows() {
  const root = useRoot()
  const follows = followsOf(root)
  const { isAll } = importsOf(root)
  const { t } = useTexts()
  useEffect(() => follows.show(), [follows, isAll])
  const { items, list } = follows
  return (
    <section className="follows" aria-labelledby="follows-title" aria-busy={list.value === null && list.error === null}>
      <div className="line list-head">
        <h2 id="follows-title">{t('imports.follows.title')}</h2>
        {items.length === 0 ? null : <span className="badge num">{items.length}</span>}
      </div>
      <FollowFields follows={follows} />
      <Failure />
      {list.value !== null && items.length === 0 ? (
        <p className="line small muted">
          <Rss className="icon" aria-hidden="true" />
          {t('imports.follows.none')}
        </p>
      ) : null}
      <ul className="downloads">
        {items.map((record) => (
          <FollowCard key={record.id} record={record} />
        ))}
      </ul>
    </section>
  )
})

/** Says that the list could not be fetched. */
const Failure = observer(function Failure() {
  const follows = followsOf(useRoot())
  const { t, tell } = useTexts()
  const { value, error } = follows.list
  if (value !== null || error === null) return null
  return (
    <div className="notice bad" role="alert">
      <p>{tell(messageOf(error))}</p>
      <button type="button" className="button push" onClick={() => void follows.refresh()}>
        {t('action.retry')}
      </button>
    </div>
  )
})
