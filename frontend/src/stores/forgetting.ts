// What one person saw and did is nothing for the next: how stores forget.
import { isObservableArray, isObservableMap, isObservableSet } from 'mobx'

/** What every store of the page can do. */
export interface Store {
  /** Forgets all that belongs to the person who was signed in, and stops what runs for them. */
  forget(): void
}

export const isStore = (value: unknown): value is Store =>
  typeof value === 'object' && value !== null && 'forget' in value && typeof value.forget === 'function'

const keptOf = new WeakMap<object, readonly string[]>()

/** Fields that a store keeps when the person goes: they belong to the browser, or to nobody. */
export const keptFields = (store: object): readonly string[] => keptOf.get(store) ?? []

/**
 * Remembers the fields of a store as they are before anything has happened: at the end of its constructor. Answers how
 * to go back to that, its parts included. `kept` fields stay as they are.
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

/** Lists are changed in place: each time it is another one. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value) || isObservableArray(value)) return value.slice()
  if (value instanceof Set || isObservableSet(value)) return new Set(value)
  if (value instanceof Map || isObservableMap(value)) return new Map(value)
  return value
}
