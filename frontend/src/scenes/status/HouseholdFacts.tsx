import type { HouseholdStatus } from '../../../../backend/contract/status.ts'
import { type Fact, FactList } from '../../components/FactList.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'

const UNKNOWN = '–'

/** Numbers and versions, for administrators. Unknown ones are shown as a dash. */
export function HouseholdFacts({ household, version }: { household: HouseholdStatus; version: string }) {
  const { t } = useTexts()
  const words = useFactWords()
  return (
    <>
      <Facts
        id="queue"
        title={t('status.group.queue')}
        facts={[
          [t('status.fact.operations'), words.count(household.operations)],
          [t('status.fact.uploads'), words.count(household.uploads)],
          [t('status.fact.jobs'), words.jobs(household.jobs)],
          [t('status.fact.previews'), words.previews(household.previews)],
        ]}
      />
      <Facts
        id="facts"
        title={t('status.group.facts')}
        facts={[
          ['Nido', version],
          ['Node.js', household.node],
          [t('status.fact.storage'), household.storage ?? UNKNOWN],
          [t('status.fact.database'), household.database ?? UNKNOWN],
          [t('status.fact.storageClock'), words.seconds(household.clocks.storage)],
          [t('status.fact.databaseClock'), words.seconds(household.clocks.database)],
          [t('status.fact.replicas'), words.count(household.replicas)],
          [t('status.fact.workers'), words.count(household.workers)],
          [t('status.fact.people'), words.count(household.people)],
          [t('status.fact.pages'), words.count(household.pages)],
          ...words.index(household.index),
        ]}
      />
    </>
  )
}

function useFactWords() {
  const { t } = useTexts()
  const { size, date, number } = useFormat()
  return {
    seconds: (ms: number | null): string =>
      ms === null ? UNKNOWN : t('status.fact.seconds', { seconds: number(Math.round(ms / 100) / 10) }),
    count: (value: number | null): string => (value === null ? UNKNOWN : number(value)),
    jobs: (jobs: HouseholdStatus['jobs']): string =>
      jobs === null
        ? UNKNOWN
        : [t('status.fact.rendering', { count: jobs.running }), t('status.fact.waiting', { count: jobs.waiting })].join(
            ' · ',
          ),
    previews: ({ rendering, waiting, lastMs }: HouseholdStatus['previews']): string =>
      [
        t('status.fact.rendering', { count: rendering }),
        t('status.fact.waiting', { count: waiting }),
        ...(lastMs === null ? [] : [t('status.fact.lastMs', { ms: number(lastMs) })]),
      ].join(' · '),
    index: ({ buckets, bucketsKnown, objects, memory, checked }: HouseholdStatus['index']): Fact[] => [
      [t('status.fact.buckets'), t('status.fact.bucketsOf', { known: number(bucketsKnown), count: buckets })],
      [t('status.fact.objects'), `${number(objects)} · ${size(memory)}`],
      [t('status.fact.checked'), checked === null ? t('status.fact.never') : date(checked)],
    ],
  }
}

interface FactsProps {
  id: string
  title: string
  facts: readonly Fact[]
}

function Facts({ id, title, facts }: FactsProps) {
  return (
    <section className="set-group" aria-labelledby={`status-${id}`}>
      <h2 id={`status-${id}`}>{title}</h2>
      <FactList className="set-rows status-facts" facts={facts} />
    </section>
  )
}
