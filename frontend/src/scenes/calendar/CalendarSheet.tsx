import FullCalendar, { type CalendarOptions, type DatesSetInfo, type EventDisplayInfo } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import list from '@fullcalendar/react/list'
import classic from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import { observer } from 'mobx-react-lite'
import { useMemo } from 'react'
import { directionOf, formatTag } from '../../i18n/languages.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useIsPhone } from '../../lib/useMedia.ts'
import { firstDayOf } from '../../lib/week-start.ts'
import { calendarOf, type CalendarStore } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { eventColours } from './colours.ts'
import { EventFace } from './EventFace.tsx'
import { ScopeDialog } from './ScopeDialog.tsx'
import { useCalendarLocale } from './useCalendarLocale.ts'
import { useCalendarWords } from './useCalendarWords.ts'
import { useSheetMoves } from './useSheetMoves.ts'
import { TYPES, type CalendarView } from './views.ts'

export interface CalendarSheetProps {
  view: CalendarView
  date: string
  /** Told of the title of what is shown. */
  onTitle(title: string): void
}

/** The days of a calendar, with their events. */
export const CalendarSheet = observer(function CalendarSheet({ view, date, onTitle }: CalendarSheetProps) {
  const calendars = calendarOf(useRoot())
  const { language } = useTranslation()
  const { move, open, choose, series } = useSheetMoves(calendars)
  const show = ({ start, end, view: shown }: DatesSetInfo) => {
    onTitle(shown.title)
    void calendars.look({ from: start.toISOString(), to: end.toISOString() })
  }
  return (
    <div className="cal-sheet">
      <FullCalendar
        {...FIXED}
        {...useLocalOptions()}
        key={`${view} ${date} ${language}`}
        initialView={TYPES[view]}
        initialDate={date}
        events={useEvents(calendars)}
        selectable={calendars.mayWrite}
        datesSet={show}
        eventClick={open}
        select={choose}
        eventDrop={(info) => void move(info)}
        eventResize={(info) => void move(info)}
      />
      {series === null ? null : <ScopeDialog verb="change" onChoose={series.keep} onClose={series.cancel} />}
    </div>
  )
})

const drawEvent = (info: EventDisplayInfo) => <EventFace info={info} />

/** Options that are the same for everybody. */
const FIXED: CalendarOptions = {
  plugins: [classic, dayGrid, timeGrid, list, interaction],
  views: { agenda: { type: 'list', duration: { days: 30 } } },
  headerToolbar: false,
  height: '100%',
  eventContent: drawEvent,
  eventInteractive: true,
  selectMirror: true,
  longPressDelay: 400,
  weekNumberCalculation: 'ISO',
  weekNumberFormat: { week: 'short' },
  dayMaxEvents: true,
  moreLinkClass: 'cal-more',
  nowIndicator: true,
  scrollTime: '07:00:00',
}

/** Options by the language of the page, and by the size of its window. */
function useLocalOptions(): CalendarOptions {
  const { t } = useTexts()
  const { language } = useTranslation()
  const isPhone = useIsPhone()
  return {
    locale: useCalendarLocale(language),
    direction: directionOf(language),
    firstDay: firstDayOf(formatTag(language, navigator.languages), navigator.languages),
    weekNumbers: !isPhone,
    editable: !isPhone,
    noEventsContent: t('calendar.nothing'),
  }
}

/** The events that are shown, as the calendar takes them. */
function useEvents(calendars: CalendarStore) {
  const { titleOf } = useCalendarWords(calendars)
  const { shown, calendars: all } = calendars
  const hues = useMemo(() => new Map(all.map(({ id, hue }) => [id, hue])), [all])
  return shown.map((occurrence) => ({
    id: `${occurrence.id} ${occurrence.at ?? ''}`,
    title: titleOf(occurrence),
    start: occurrence.start,
    end: occurrence.end,
    allDay: occurrence.allDay,
    editable: occurrence.mayChange,
    ...eventColours(hues.get(occurrence.calendar) ?? 170),
    extendedProps: { occurrence },
  }))
}
