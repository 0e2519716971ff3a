// The few texts that the server says itself, in the languages of the page: in pushes, in files of calendars and in
// calendars of other programs.
import { chooseLocale, type Locale } from '../../contract/locales.ts'

export interface SpokenWords {
  /** The name of the calendar of the whole household. */
  everyone: string
  /** The title of another one's private time. */
  busy: string
  /** A push that is sent to try it. */
  test: string
}

const words = (everyone: string, busy: string, test: string): SpokenWords => ({ everyone, busy, test })

const WORDS: Readonly<Record<Locale, SpokenWords>> = {
  ar: words('الجميع', 'مشغول', 'التذكيرات تصل إلى هذا الجهاز'),
  ca: words('Tothom', 'Ocupat', 'Els recordatoris arriben a aquest dispositiu'),
  cs: words('Všichni', 'Obsazeno', 'Připomenutí na toto zařízení docházejí'),
  de: words('Alle', 'Beschäftigt', 'Erinnerungen kommen auf diesem Gerät an'),
  el: words('Όλοι', 'Απασχολημένος', 'Οι υπενθυμίσεις φτάνουν σε αυτήν τη συσκευή'),
  en: words('Everyone', 'Busy', 'Reminders reach this device'),
  es: words('Todos', 'Ocupado', 'Los avisos llegan a este dispositivo'),
  fr: words('Tout le monde', 'Occupé', 'Les rappels arrivent sur cet appareil'),
  he: words('כולם', 'לא פנוי', 'התזכורות מגיעות למכשיר הזה'),
  hu: words('Mindenki', 'Foglalt', 'Az emlékeztetők megérkeznek erre az eszközre'),
  is: words('Allir', 'Upptekið', 'Áminningar berast í þetta tæki'),
  it: words('Tutti', 'Occupato', 'I promemoria arrivano su questo dispositivo'),
  ja: words('全員', '予定あり', 'リマインダーはこのデバイスに届きます'),
  ko: words('모두', '바쁨', '이 기기에서 알림을 받을 수 있습니다'),
  nl: words('Iedereen', 'Bezet', 'Herinneringen komen aan op dit apparaat'),
  no: words('Alle', 'Opptatt', 'Påminnelser kommer frem til denne enheten'),
  pl: words('Wszyscy', 'Zajęte', 'Przypomnienia docierają na to urządzenie'),
  pt: words('Todos', 'Ocupado', 'Os lembretes chegam a este dispositivo'),
  'pt-br': words('Todos', 'Ocupado', 'Os lembretes chegam a este dispositivo'),
  ro: words('Toată lumea', 'Ocupat', 'Mementourile ajung pe acest dispozitiv'),
  ru: words('Все', 'Занято', 'Напоминания приходят на это устройство'),
  sk: words('Všetci', 'Obsadené', 'Pripomienky prichádzajú na toto zariadenie'),
  sv: words('Alla', 'Upptagen', 'Påminnelser når den här enheten'),
  tr: words('Herkes', 'Meşgul', 'Hatırlatıcılar bu cihaza ulaşıyor'),
  'zh-cn': words('所有人', '忙碌', '此设备可以收到提醒'),
}

/** The texts in the language of a person's record; in English where it is none of the page's. */
export const spokenWords = (locale: string): SpokenWords => WORDS[chooseLocale([locale])]

/** The language for names of the system (countries, holidays), as BCP 47 writes it: `pt` is that of Portugal. */
export const tagOfLocale = (locale: string): string =>
  ({ pt: 'pt-PT', 'pt-br': 'pt-BR', 'zh-cn': 'zh-CN' })[locale.toLowerCase()] ?? locale
