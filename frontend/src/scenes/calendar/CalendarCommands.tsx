import { CalendarCog, EllipsisVertical, FileDown, FileUp, Plus, Printer, Trash2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { IconButton } from '../../components/IconButton.tsx'
import { Menu } from '../../components/Menu.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { calendarOf, type Overlay } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** The button for a new event, and the menu of what else there is. */
export const CalendarCommands = observer(function CalendarCommands() {
  const calendars = calendarOf(useRoot())
  const { mayWrite } = calendars
  const { t } = useTexts()
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
      <More />
    </div>
  )
})

const More = observer(function More() {
  const calendars = calendarOf(useRoot())
  const { t } = useTexts()
  const open = (kind: Exclude<Overlay['kind'], 'event' | 'new'>) => () => calendars.open({ kind })
  const writing = [
    { id: 'calendars', label: t('calendar.manage'), icon: CalendarCog, run: open('calendars') },
    { id: 'import', label: t('calendar.import.action'), icon: FileUp, run: open('import') },
    { id: 'deleted', label: t('calendar.deleted'), icon: Trash2, run: open('deleted') },
  ]
  const outside = { id: 'export', label: t('calendar.export.action'), icon: FileDown, run: open('export') }
  const print = { id: 'print', label: t('calendar.print'), icon: Printer, run: () => window.print() }
  return (
    <Menu
      groups={[calendars.mayWrite ? writing : [], [outside, print]]}
      align="end"
      trigger={<IconButton icon={EllipsisVertical} label={t('action.more')} />}
    />
  )
})
