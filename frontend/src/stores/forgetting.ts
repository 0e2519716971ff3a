// How stores forget, so that what one person saw and did is gone for the next.
import { isObservableArray, isObservableMap, isObservableSet } from 'mobx'

/** What every store of the page can do. */
export interface Store {
  /** Forgets everything that belongs to the signed-out person, and stops what runs for them. */
  forget(): void
}

export const isStore = (value: unknown): value is Store =>
  typeof value === 'object' && value !== null && 'forget' in value && typeof value.forget === 'function'

const keptOf = new WeakMap<object, readonly string[]>()

/** Fields that stay when the person changes: they belong to the browser, or to nobody. */
export const keptFields = (store: object): readonly string[] => keptOf.get(store) ?? []

/**
 * Remembers the initial fields of a store; called at the end of its constructor. The returned function restores them,
 * including its parts. `kept` fields stay as they are.
 */
export function rememberBlank(store: object, kept: readonly string[] = []): () => void {
  keptOf.set(store, kept)
  const fields = Object.entries(store).filter(([name, value]) => !kept.includes(name) && typeof value !== 'function')
  const parts = fields.map(([, value]) => value).filter(isStore)
  const copies = fields.filter(([, value]) => !isStore(value)).map(([name, value]) => [name, copyOf(value)] as const)
  return () => {
    for (const part of parts) part.forget()
    for (const [name, value] of copies) Object.assign(store, { [name]: copyOf(value) })
  }
}

/** Lists are changed in place, so each reset needs a new one. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value) || isObservableArray(value)) return value.slice()
  if (value instanceof Set || isObservableSet(value)) return new Set(value)
  if (value instanceof Map || isObservableMap(value)) return new Map(value)
  return value
}
