import type { StoredEvent } from '../types.ts'

/** By which other programs know an event: what it came with, or one made of its id. */
export const uidOf = ({ id, uid }: Pick<StoredEvent, 'id' | 'uid'>): string => uid ?? `${id}@nido`
