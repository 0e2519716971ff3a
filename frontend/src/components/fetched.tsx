// Parts of the page that are fetched when they are first shown. Where one cannot be had, words and a way on stand in
// its place, and the rest of the page goes on.
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { fetchShownPart, PartMissing } from '../lib/fetch-part.ts'
import { fetchedOnce, prefetched } from '../lib/prefetch.ts'

/** What is known of a part that could not be fetched. */
export interface Missing {
  /** Nido was updated meanwhile: only a reload helps. */
  isOutdated: boolean
  /** Fetches it again. */
  retry(): void
}

export interface FetchedOptions<Props> {
  load(): Promise<ComponentType<Props>>
  /** What stands in its place where it could not be fetched. */
  renderFailure(props: Props, missing: Missing): ReactNode
  /** What stands there while it comes; nothing unless said, and `none` for a Suspense further out that waits for it. */
  waiting?: 'none'
  /** Most visits need it: it is fetched before it is asked for, when there is time. */
  isPrefetched?: boolean
}

/** A component that fetches another one when it is first shown; `load` does that before. */
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
  // A promise that was rejected stays so: each try needs a part of its own.
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

/** A number for each try: the boundary of one that failed has nothing to say of the next. */
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
