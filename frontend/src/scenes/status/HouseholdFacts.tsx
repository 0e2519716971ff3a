import type { HouseholdStatus } from '../../../../backend/contract/status.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'

/** Numbers and versions, for administrators. What cannot be had right now is a dash. */
export function HouseholdFacts({ household, version }: { household: HouseholdStatus; version: string }) {
  const { t } = useTexts()
  const { size, date, number } = useFormat()
  const { node, storage, database, clocks, replicas, pages, people, index, operations, uploads, previews } = household
  const seconds = (ms: number | null) =>
    ms === null ? UNKNOWN : t('status.fact.seconds', { seconds: number(Math.round(ms / 100) / 10) })
  const count = (value: number | null) => (value === null ? UNKNOWN : number(value))
  return (
    <>
      <Facts
        id="queue"
        title={t('status.group.queue')}
        facts={[
          [t('status.fact.operations'), count(operations)],
          [t('status.fact.uploads'), count(uploads)],
          [
            t('status.fact.previews'),
            [
              t('status.fact.rendering', { count: previews.rendering }),
              t('status.fact.waiting', { count: previews.waiting }),
              ...(previews.lastMs === null ? [] : [t('status.fact.lastMs', { ms: number(previews.lastMs) })]),
            ].join(' · '),
          ],
        ]}
      />
      <Facts
        id="facts"
        title={t('status.group.facts')}
        facts={[
          ['Nido', version],
          ['Node.js', node],
          [t('status.fact.storage'), storage ?? UNKNOWN],
          [t('status.fact.database'), database ?? UNKNOWN],
          [t('status.fact.storageClock'), seconds(clocks.storage)],
          [t('status.fact.databaseClock'), seconds(clocks.database)],
          [t('status.fact.replicas'), count(replicas)],
          [t('status.fact.people'), count(people)],
          [t('status.fact.pages'), count(pages)],
          [
            t('status.fact.buckets'),
            t('status.fact.bucketsOf', { known: number(index.bucketsKnown), count: index.buckets }),
          ],
          [t('status.fact.objects'), `${number(index.objects)} · ${size(index.memory)}`],
          [t('status.fact.checked'), index.checked === null ? t('status.fact.never') : date(index.checked)],
        ]}
      />
    </>
  )
}

const UNKNOWN = '–'

interface FactsProps {
  id: string
  title: string
  facts: readonly (readonly [name: string, value: string])[]
}

function Facts({ id, title, facts }: FactsProps) {
  return (
    <section className="set-group" aria-labelledby={`status-${id}`}>
      <h2 id={`status-${id}`}>{title}</h2>
      <dl className="set-rows status-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
