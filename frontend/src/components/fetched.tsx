// Parts of the page that are fetched when they are first shown. If one cannot be fetched, a message with a way on
// replaces it, and the rest of the page keeps working.
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
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
  /** Shown while the part is being fetched. By default nothing; with `none` an outer Suspense waits for it. */
  waiting?: 'none'
  /** Most visits need it: it is fetched in idle time, before it is requested. */
  isPrefetched?: boolean
}

/** A component that fetches another one when it is first shown. `load` fetches it earlier. */
export type Fetched<Props> = ComponentType<Props> & { load(): Promise<unknown> }

/** Makes such a component. */
export function fetched<Props extends object>({
  load,
  renderFailure,
  waiting,
  isPrefetched = false,
}: FetchedOptions<Props>): Fetched<Props> {
  const early = isPrefetched ? prefetched(load) : fetchedOnce(load)
  const begin = () => lazy(async () => ({ default: await fetchShownPart(early.load) }))
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
        {waiting === 'none' ? part : <Suspense fallback={null}>{part}</Suspense>}
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
