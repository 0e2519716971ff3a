import { useMemo } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'

interface Span {
  allDay: boolean
  start: string
  end: string
}

/** Says when an event is, by the clock that its times are of. */
export function useMomentWords() {
  const { language } = useTranslation()
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
    const time = new Intl.DateTimeFormat(language, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
    })
    const at = (moment: string) => new Date(`${moment.length === 10 ? `${moment}T00:00` : moment.slice(0, 16)}Z`)
    return {
      spanOf: ({ allDay, start, end }: Span): string => {
        if (!allDay) return time.formatRange(at(start), at(end))
        return day.formatRange(at(start), new Date(at(end).getTime() - 86_400_000))
      },
      momentOf: (moment: string): string => (moment.length === 10 ? day : time).format(at(moment)),
    }
  }, [language])
}
