// What an event says when it happens.
import { AppError } from '../../lib/app-error.ts'
import { Yielding } from '../../lib/yielding.ts'
import { expandInTurns, occurrenceAt } from './expanding.ts'
import { momentAt } from './times.ts'
import type { EventContent, StoredEvent } from './types.ts'

/**
 * The content of one occurrence, with its own start and end; of the event itself without one.
 * @throws AppError `notFound` for an occurrence that is not there
 */
export async function contentAt(event: StoredEvent, at: string | null): Promise<EventContent> {
  if (at === null) return event
  await expandInTurns(event, Number(at.slice(0, 4)), new Yielding())
  const shown = occurrenceAt(event, at)
  if (shown === null) throw new AppError('notFound', 'it does not happen then')
  if (shown.content !== event) return shown.content
  return { ...event, start: momentAt(event, shown.start), end: momentAt(event, shown.end) }
}
