import { computed } from 'mobx'
import { useMemo } from 'react'

/**
 * Whether a row is selected. Of all rows only those for which that changes are rendered again. Call it inside an
 * observer.
 */
export function useIsSelected(selection: { readonly names: ReadonlySet<string> }, key: string): boolean {
  return useMemo(() => computed(() => selection.names.has(key)), [selection, key]).get()
}
