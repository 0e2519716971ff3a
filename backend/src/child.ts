// The program of our children: everything that reads what others wrote, by name. What a task takes is loaded when it is
// first asked for.
import { serve } from './lib/child/serve.ts'

await serve({
  drawing: async () => (await import('./features/previews/drawing-task.ts')).drawing,
  pictureSizes: async () => (await import('./lib/picture-size.ts')).pictureSizes,
  photoFacts: async () => (await import('./features/files/photo-task.ts')).photoFacts,
  zipEntries: async () => (await import('./features/archives/zip-directory.ts')).zipEntries,
  archiveEntries: async () => (await import('./features/archives/opened/tasks.ts')).archiveEntries,
  archiveBytes: async () => (await import('./features/archives/opened/tasks.ts')).archiveBytes,
  torrentForm: async () => (await import('./features/imports/torrents/form-task.ts')).torrentForm,
  torrents: async () => (await import('./features/imports/torrents/task.ts')).torrents,
  feed: async () => (await import('./features/imports/follows/task.ts')).feed,
  ytDlpReleases: async () => (await import('./features/imports/program/releases-task.ts')).ytDlpReleases,
  ytDlpDemands: async () => (await import('./features/imports/program/demands.ts')).ytDlpDemands,
  holidays: async () => (await import('./features/calendar/holidays/task.ts')).holidays,
  placesWithHolidays: async () => (await import('./features/calendar/holidays/task.ts')).placesWithHolidays,
  outsideCalendar: async () => (await import('./features/calendar/subscriptions/task.ts')).outsideCalendar,
  calendarFile: async () => (await import('./features/calendar/icalendar/task.ts')).calendarFile,
  subtitles: async () => (await import('./features/subtitles/task.ts')).subtitles,
})
