import { FolderClock, Pause, Play, RotateCw, Rss, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { FollowRecord } from '../../../../backend/contract/follows.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { nameOf } from '../../lib/paths.ts'
import { followsOf } from '../../stores/FollowsStore.ts'
import { importErrorKey } from '../../stores/imports/ends.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** One followed feed: its title, how the last look went, when the next one is, and its buttons. */
export const FollowCard = observer(function FollowCard({ record }: { record: FollowRecord }) {
  const root = useRoot()
  const { title, link, username, kind } = record
  const Icon = kind === 'folder' ? FolderClock : Rss
  const name = title ?? link
  return (
    <li className="download">
      <span className="cover feed">
        <Icon className="icon" aria-hidden="true" />
      </span>
      <div className="line">
        <span className="title cut" dir="auto" title={link}>
          {name}
        </span>
        {username === root.session.user?.username ? null : <span className="badge">{username}</span>}
      </div>
      <Commands record={record} name={name} />
      <Facts record={record} />
    </li>
  )
})

const Commands = observer(function Commands({ record, name }: { record: FollowRecord; name: string }) {
  const follows = followsOf(useRoot())
  const { t } = useTexts()
  const { state } = record
  const words = record.kind === 'folder' ? 'imports.follows.folder' : 'imports.follows'
  const isIdle = state === 'paused' || state === 'stopped'
  return (
    <div className="line acts">
      {isIdle ? (
        <IconButton icon={Play} label={t(`${words}.resume`, { name })} onClick={() => void follows.look(record)} />
      ) : (
        <>
          <IconButton
            icon={RotateCw}
            label={t('imports.follows.look', { name })}
            aria-disabled={state === 'looking'}
            onClick={() => void follows.look(record)}
          />
          <IconButton icon={Pause} label={t('imports.pause', { name })} onClick={() => void follows.pause(record)} />
        </>
      )}
      <IconButton icon={X} label={t(`${words}.remove`, { name })} onClick={() => void follows.remove(record)} />
    </div>
  )
})

function Facts({ record }: { record: FollowRecord }) {
  const { t } = useTexts()
  const { date, until } = useFormat()
  const { state, error, nextLook, lastLook, started, target } = record
  const why = error === null ? '' : t(importErrorKey(error.code))
  // Of a folder, the detail is the name of the file.
  const isOfFile = record.kind === 'folder' && state === 'waiting' && error !== null && error.detail !== ''
  const reason = isOfFile ? t('imports.refusedOne', { link: error.detail, reason: why }) : why
  const when = nextLook === null ? t('imports.follows.soon') : t('imports.follows.next', { when: until(nextLook) })
  const what = [
    ...(lastLook === null ? [] : [t('imports.follows.last', { when: date(lastLook) })]),
    t('imports.follows.started', { count: started }),
    ...(target === '' || target === '/' ? [] : [t('imports.follows.into', { folder: nameOf(target) })]),
  ]
  return (
    <div className="facts-line">
      <span>{state === 'waiting' ? when : t(`imports.follows.state.${state}`)}</span>
      {error === null ? null : <span className="bad">{reason}</span>}
      <span className="faint">{what.join(' · ')}</span>
    </div>
  )
}
