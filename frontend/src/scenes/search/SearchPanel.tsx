// A search in place of a folder, which stays unchanged below.
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { isByKeyboard } from '../../lib/last-input.ts'
import { SkeletonRows } from '../../rows/SkeletonRows.tsx'
import { useRoot } from '../../stores/useRoot.ts'
import { HitList } from './HitList.tsx'
import { NothingFound } from './NothingFound.tsx'
import { SearchAnnouncer } from './SearchAnnouncer.tsx'
import { SearchFailure } from './SearchFailure.tsx'
import { SearchHead } from './SearchHead.tsx'
import { SearchStart } from './SearchStart.tsx'

export const SearchPanel = observer(function SearchPanel() {
  const { search } = useRoot()
  const scroller = useRef<HTMLDivElement>(null)
  const { place, state, hits, answered, error } = search
  useEffect(() => giveBackFocus, [])
  const isStart = place.query === ''
  const hasHits = hits.length > 0
  return (
    <main className="panel search-panel" id="main" aria-busy={state === 'running'}>
      <SearchHead />
      <div className="panel-body" ref={scroller}>
        {isStart ? <SearchStart /> : null}
        {!isStart && hasHits ? <HitList key={JSON.stringify(answered)} scroller={scroller} /> : null}
        {!isStart && !hasHits && state === 'running' ? <SkeletonRows /> : null}
        {!isStart && !hasHits && state === 'done' ? <NothingFound /> : null}
        {!hasHits && error !== null ? <SearchFailure error={error} /> : null}
      </div>
      <SearchAnnouncer />
    </main>
  )
})

/** With the keyboard, a row of the folder gets the focus again, unless something else has it. */
function giveBackFocus(): void {
  requestAnimationFrame(() => {
    if (isByKeyboard() && document.activeElement === document.body)
      document.querySelector<HTMLElement>('#main [data-index][tabindex="0"]')?.focus({ preventScroll: true })
  })
}
