// What works, what does not and why, in words. It refreshes itself without moving anything.
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { StatusPart, StatusRecord } from '../../../../backend/contract/status.ts'
import { SettingsSkeleton } from '../../components/SettingsSkeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Failure } from '../errors/Failure.tsx'
import { HouseholdFacts } from './HouseholdFacts.tsx'
import { Problems } from './Problems.tsx'
import { PartRow } from './PartRow.tsx'
import { Summary } from './Summary.tsx'
import { statusOf } from '../../stores/StatusStore.ts'

const EVERY_MS = 15_000

const GROUPS = {
  keeping: ['storage', 'database', 'restore', 'conditionalWrites', 'bucketEvents', 'index', 'sharedFolder'],
  storage: ['listedTimes', 'partCopies', 'expiryRules', 'tags'],
  helpers: ['thumbs', 'videoThumbs', 'imports', 'videoImports', 'shell'],
  door: ['signUp', 'captcha'],
} as const satisfies Record<string, readonly StatusPart[]>

export const StatusScene = observer(function StatusScene() {
  const status = statusOf(useRoot())
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void status.look()
    }
    look()
    const timer = setInterval(look, EVERY_MS)
    window.addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', look)
      status.forget()
    }
  }, [status])
  const { value: record, error } = status.record
  if (record === null)
    return error === null ? (
      <SettingsSkeleton className="status" groups={[7, 4, 3]} />
    ) : (
      <Failure kind={error.code === 'network' ? 'network' : 'internal'} onRetry={() => void status.look()} />
    )
  return <StatusWords record={record} />
})

const StatusWords = observer(function StatusWords({ record }: { record: StatusRecord }) {
  const { t } = useTexts()
  const parts = new Map(record.parts.map((told) => [told.part, told]))
  return (
    <div className="column status">
      <Summary record={record} />
      {(Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((group) => (
        <section key={group} className="set-group words" aria-labelledby={`status-${group}`}>
          <h2 id={`status-${group}`}>{t(`status.group.${group}`)}</h2>
          <ul className="set-rows">
            {GROUPS[group].flatMap((part) => {
              const told = parts.get(part)
              return told === undefined ? [] : [<PartRow key={part} told={told} />]
            })}
          </ul>
        </section>
      ))}
      {record.household === undefined ? null : (
        <>
          <Problems household={record.household} />
          <HouseholdFacts household={record.household} version={record.version ?? ''} />
        </>
      )}
    </div>
  )
})
