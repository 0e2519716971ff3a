// Saves or deletes an event, asks how much of a series is meant, and notices if somebody else came first.
import { useRef, useState } from 'react'
import type { EventRecord } from '../../../../backend/contract/calendar.ts'
import type { EventScope } from '../../../../backend/contract/calendar-limits.ts'
import { ApiError } from '../../api/http.ts'
import { useSubmission } from '../../dialogs/useSubmission.ts'
import type { EventForm } from '../../stores/calendar/EventForm.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

export interface EditedEvent {
  /** Null for a new one. */
  record: EventRecord | null
  at: string | null
  form: EventForm
}

export function useEventChange({ record, at, form }: EditedEvent) {
  const { submission, theirs, attempt, keepMine } = useAttempts(record)
  const calendars = calendarOf(useRoot())
  const [asked, setAsked] = useState<'change' | 'delete' | null>(null)
  const change = (scope: EventScope) =>
    attempt(async (version) => {
      const event = form.wanted
      if (record === null) await calendars.add(event)
      else await calendars.change(record.id, { version, scope, at, event })
    })
  const removeAs = (scope: EventScope) =>
    attempt(async (version) => {
      if (record !== null) await calendars.remove(record, { version, scope, at })
    })
  const isSeries = record !== null && record.rule !== null && at !== null
  const save = () => (isSeries ? setAsked('change') : void change('all'))
  return {
    submission,
    asked,
    theirs,
    setAsked,
    save,
    remove: () => (isSeries ? setAsked('delete') : void removeAs('all')),
    keep: (scope: EventScope) => {
      setAsked(null)
      void (asked === 'delete' ? removeAs(scope) : change(scope))
    },
    keepMine: () => {
      keepMine()
      save()
    },
  }
}

/** Runs changes of an event by the version that is known. If there is a newer one, it is fetched and shown. */
function useAttempts(record: EventRecord | null) {
  const calendars = calendarOf(useRoot())
  const submission = useSubmission()
  const [theirs, setTheirs] = useState<EventRecord | null>(null)
  const version = useRef(record?.version ?? 1)
  const attempt = (work: (version: number) => Promise<void>) =>
    submission.run(async () => {
      try {
        await work(version.current)
        calendars.close()
      } catch (error) {
        const isClash = record !== null && error instanceof ApiError && error.code === 'conflict'
        if (isClash) setTheirs(await calendars.event(record.id, null))
        throw error
      }
    })
  const keepMine = () => {
    if (theirs !== null) version.current = theirs.version
    setTheirs(null)
  }
  return { submission, theirs, attempt, keepMine }
}
