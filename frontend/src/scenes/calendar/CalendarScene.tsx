// The calendars of the household. Its title is Spanish in every language, as specified.
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { RootClass } from '../../components/RootClass.ts'
import { DialogBoundary } from '../../dialogs/DialogBoundary.tsx'
import { FIXED_TEXTS } from '../../lib/fixed-texts.ts'
import { useIsPhone } from '../../lib/useMedia.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useScreen } from '../frame/useScreen.ts'
import { CalendarChips } from './CalendarChips.tsx'
import { CalendarFailure } from './CalendarFailure.tsx'
import { CalendarHead } from './CalendarHead.tsx'
import { CalendarOverlay } from './CalendarOverlay.tsx'
import { CalendarSheet } from './CalendarSheet.tsx'
import { readDate, type CalendarView, VIEW_NAMES } from './views.ts'

export const CalendarScene = observer(function CalendarScene() {
  const calendars = calendarOf(useRoot())
  const [query, setQuery] = useSearchParams()
  const isPhone = useIsPhone()
  const [title, setTitle] = useState('')
  const view = VIEW_NAMES.find((name) => name === query.get('view')) ?? (isPhone ? 'agenda' : 'month')
  const date = readDate(query.get('date'))
  const go = (to: { view?: CalendarView; date?: string }) => setQuery({ view, date, ...to })
  useScreen({ title: FIXED_TEXTS.calendarTitle })
  useEffect(() => calendars.show(), [calendars])
  const asked = query.get('event')
  const at = query.get('at')
  // A reminder leads here, and the dialog is closed without coming back.
  useEffect(() => {
    if (asked === null) return
    calendars.open({ kind: 'event', id: asked, at })
    setQuery({ view, date }, { replace: true })
  }, [asked, at, calendars, date, setQuery, view])
  return (
    <main className="panel calendar" id="main">
      <RootClass name="has-calendar" />
      <CalendarHead title={title} view={view} date={date} onGo={go} />
      <CalendarChips />
      <CalendarFailure />
      <div className="panel-body">
        <CalendarSheet view={view} date={date} onTitle={setTitle} />
      </div>
      {calendars.overlay === null ? null : (
        <DialogBoundary onClose={calendars.close}>
          <CalendarOverlay date={date} />
        </DialogBoundary>
      )}
    </main>
  )
})
