import type { HouseholdStatus } from '../../../../backend/contract/status.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'

/** Numbers and versions, for administrators. What cannot be had right now is a dash. */
export function HouseholdFacts({ household, version }: { household: HouseholdStatus; version: string }) {
  const { t } = useTexts()
  const { size, date, number } = useFormat()
  const { node, database, replicas, pages, people, index, operations, uploads, previews } = household
  const count = (value: number | null) => (value === null ? '–' : number(value))
  const facts: [string, string][] = [
    ['Nido', version],
    ['Node.js', node],
    [t('status.fact.database'), database ?? '–'],
    [t('status.fact.replicas'), count(replicas)],
    [t('status.fact.people'), count(people)],
    [t('status.fact.pages'), count(pages)],
    [t('status.fact.operations'), count(operations)],
    [t('status.fact.uploads'), count(uploads)],
    [t('status.fact.previews'), [t('status.fact.rendering', { count: previews.rendering }), t('status.fact.waiting', { count: previews.waiting }), ...(previews.lastMs === null ? [] : [t('status.fact.lastMs', { ms: number(previews.lastMs) })])].join(' · ')],
    [t('status.fact.buckets'), t('status.fact.bucketsOf', { known: number(index.bucketsKnown), count: index.buckets })],
    [t('status.fact.objects'), `${number(index.objects)} · ${size(index.memory)}`],
    [t('status.fact.checked'), index.checked === null ? t('status.fact.never') : date(index.checked)],
  ]
  return (
    <section className="set-group" aria-labelledby="status-facts">
      <h2 id="status-facts">{t('status.group.facts')}</h2>
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
