import { CalendarCog, ChevronLeft, ChevronRight, EllipsisVertical, Plus, Printer, Trash2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { IconButton } from '../../components/IconButton.tsx'
import { Menu } from '../../components/Menu.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { QuickAdd } from './QuickAdd.tsx'
import { stepped, today, type CalendarView, VIEW_NAMES } from './views.ts'

export interface CalendarHeadProps {
  title: string
  view: CalendarView
  date: string
  onGo(to: { view?: CalendarView; date?: string }): void
}

/** What is shown, and what leads elsewhere. */
export const CalendarHead = observer(function CalendarHead({ title, view, date, onGo }: CalendarHeadProps) {
  const { mayWrite } = calendarOf(useRoot())
  const { t } = useTexts()
  return (
    <div className="panel-head cal-head">
      <h1>{title}</h1>
      <div className="line">
        <IconButton
          icon={ChevronLeft}
          className="flip"
          label={t('calendar.previous')}
          onClick={() => onGo({ date: stepped(view, date, -1) })}
        />
        <IconButton
          icon={ChevronRight}
          className="flip"
          label={t('calendar.next')}
          onClick={() => onGo({ date: stepped(view, date, 1) })}
        />
        <button type="button" className="button plain" onClick={() => onGo({ date: today() })}>
          {t('calendar.today')}
        </button>
      </div>
      {mayWrite ? <QuickAdd date={date} /> : null}
      <Segmented
        label={t('calendar.view')}
        value={view}
        choices={VIEW_NAMES.map((value) => ({ value, label: t(`calendar.views.${value}`) }))}
        onChoose={(value) => onGo({ view: value })}
      />
      <Commands />
    </div>
  )
})

const Commands = observer(function Commands() {
  const calendars = calendarOf(useRoot())
  const { mayWrite } = calendars
  const { t } = useTexts()
  const writing = [
    {
      id: 'calendars',
      label: t('calendar.manage'),
      icon: CalendarCog,
      run: () => calendars.open({ kind: 'calendars' }),
    },
    { id: 'deleted', label: t('calendar.deleted'), icon: Trash2, run: () => calendars.open({ kind: 'deleted' }) },
  ]
  const print = { id: 'print', label: t('calendar.print'), icon: Printer, run: () => window.print() }
  return (
    <div className="line">
      {mayWrite ? (
        <button
          type="button"
          className="button primary"
          onClick={() => calendars.open({ kind: 'new', fields: {} })}
          title={t('calendar.newEvent')}
        >
          <Plus className="icon" aria-hidden="true" />
          <span className="label">{t('calendar.newEvent')}</span>
        </button>
      ) : null}
      <Menu
        groups={[mayWrite ? writing : [], [print]]}
        align="end"
        trigger={<IconButton icon={EllipsisVertical} label={t('action.more')} />}
      />
    </div>
  )
})
