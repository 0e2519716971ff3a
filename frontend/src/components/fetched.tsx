// Parts of the page that are fetched when they are first shown. If one cannot be fetched, a message with a way on
// replaces it, and the rest of the page keeps working.
import { observable, runInAction } from 'mobx'
import { observer } from 'mobx-react-lite'
import { Component, type ComponentType, lazy, type ReactNode, Suspense, type SuspenseProps, useState } from 'react'
import { PartMissing } from '../lib/fetch-part.ts'
import { fetchShownPart } from '../lib/fetch-shown-part.ts'
import { fetchedOnce, prefetched } from '../lib/prefetch.ts'

/** Describes a part that could not be fetched. */
export interface Missing {
  /** Nido was updated meanwhile: only a reload helps. */
  isOutdated: boolean
  /** Fetches it again. */
  retry(): void
}

export interface FetchedOptions<Props> {
  load(): Promise<ComponentType<Props>>
  /** Replaces the part if it could not be fetched. */
  renderFailure(props: Props, missing: Missing): ReactNode
  /** Shown while the part is being fetched. By default nothing; with `none` an outer PartSuspense waits for it. */
  waiting?: 'none'
  /** Most visits need it: it is fetched in idle time, before it is requested. */
  isPrefetched?: boolean
}

/** A component that fetches another one when it is first shown. `load` fetches it earlier. */
export type Fetched<Props> = ComponentType<Props> & { load(): Promise<unknown> }

/** How many parts have come that somebody waited for. */
const arrivals = observable.box(0)

/**
 * A Suspense for parts that are fetched. By itself React shows what has come 300 ms after it has shown the fallback, by
 * a timer that browsers were seen to lose while they load a page. An update does not wait for that.
 */
export const PartSuspense = observer(function PartSuspense(props: SuspenseProps) {
  arrivals.get()
  return <Suspense {...props} />
})

/** Makes such a component. */
export function fetched<Props extends object>({
  load,
  renderFailure,
  waiting,
  isPrefetched = false,
}: FetchedOptions<Props>): Fetched<Props> {
  const early = isPrefetched ? prefetched(load) : fetchedOnce(load)
  const begin = () =>
    lazy(async () => {
      const part = await fetchShownPart(early.load)
      runInAction(() => arrivals.set(arrivals.get() + 1))
      return { default: part }
    })
  // A rejected promise stays rejected, so each try needs a new part.
  const shared: { part: ComponentType<Props> } = { part: begin() }

  function FetchedPart(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>(() => early.part ?? shared.part)
    const renew = () => {
      if (shared.part === Part) shared.part = begin()
    }
    const retry = () => {
      renew()
      setPart(() => shared.part)
    }
    const part = <Part {...props} />
    return (
      <FetchBoundary
        key={keyOf(Part)}
        onMissing={renew}
        renderFailure={({ isOutdated }) => renderFailure(props, { isOutdated, retry })}
      >
        {waiting === 'none' ? part : <PartSuspense fallback={null}>{part}</PartSuspense>}
      </FetchBoundary>
    )
  }
  return Object.assign(FetchedPart, { load: early.load })
}

const keys = new WeakMap<object, number>()
let lastKey = 0

/** A number for each try, because the boundary of a failed try must not affect the next. */
function keyOf(part: object): number {
  const key = keys.get(part) ?? (lastKey += 1)
  keys.set(part, key)
  return key
}

interface FetchBoundaryProps {
  onMissing(): void
  renderFailure(error: PartMissing): ReactNode
  children: ReactNode
}

class FetchBoundary extends Component<FetchBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof PartMissing) this.props.onMissing()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!(error instanceof PartMissing)) throw error
    return this.props.renderFailure(error)
  }
}
