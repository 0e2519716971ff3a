// The few texts that the server says itself, in the languages of the page: in pushes, in files of calendars, in
// calendars of other programs, and to browsers without scripts.
import { chooseLocale, type Locale } from '../../contract/locales.ts'

export interface SpokenWords {
  /** The name of the calendar of the whole household. */
  everyone: string
  /** The title of another one's private time. */
  busy: string
  /** A push that is sent to try it. */
  test: string
  /** All that a browser without scripts shows. */
  noscript: string
}

const words = (...[everyone, busy, test, noscript]: [string, string, string, string]): SpokenWords => ({
  everyone,
  busy,
  test,
  noscript,
})

const WORDS: Readonly<Record<Locale, SpokenWords>> = {
  ar: words('الجميع', 'مشغول', 'التذكيرات تصل إلى هذا الجهاز', 'تحتاج هذه الصفحة إلى JavaScript.'),
  ca: words('Tothom', 'Ocupat', 'Els recordatoris arriben a aquest dispositiu', 'Aquesta pàgina necessita JavaScript.'),
  cs: words('Všichni', 'Obsazeno', 'Připomenutí na toto zařízení docházejí', 'Tato stránka potřebuje JavaScript.'),
  de: words('Alle', 'Beschäftigt', 'Erinnerungen kommen auf diesem Gerät an', 'Diese Seite braucht JavaScript.'),
  el: words(
    'Όλοι',
    'Απασχολημένος',
    'Οι υπενθυμίσεις φτάνουν σε αυτήν τη συσκευή',
    'Αυτή η σελίδα χρειάζεται JavaScript.',
  ),
  en: words('Everyone', 'Busy', 'Reminders reach this device', 'This page needs JavaScript.'),
  es: words('Todos', 'Ocupado', 'Los avisos llegan a este dispositivo', 'Esta página necesita JavaScript.'),
  fr: words('Tout le monde', 'Occupé', 'Les rappels arrivent sur cet appareil', 'Cette page a besoin de JavaScript.'),
  he: words('כולם', 'לא פנוי', 'התזכורות מגיעות למכשיר הזה', 'הדף הזה זקוק ל-JavaScript.'),
  hu: words('Mindenki', 'Foglalt', 'Az emlékeztetők megérkeznek erre az eszközre', 'Az oldalhoz JavaScript szükséges.'),
  is: words('Allir', 'Upptekið', 'Áminningar berast í þetta tæki', 'Þessi síða þarf JavaScript.'),
  it: words('Tutti', 'Occupato', 'I promemoria arrivano su questo dispositivo', 'Questa pagina richiede JavaScript.'),
  ja: words('全員', '予定あり', 'リマインダーはこのデバイスに届きます', 'このページには JavaScript が必要です。'),
  ko: words('모두', '바쁨', '이 기기에서 알림을 받을 수 있습니다', '이 페이지에는 JavaScript가 필요합니다.'),
  nl: words('Iedereen', 'Bezet', 'Herinneringen komen aan op dit apparaat', 'Deze pagina heeft JavaScript nodig.'),
  no: words('Alle', 'Opptatt', 'Påminnelser kommer frem til denne enheten', 'Denne siden trenger JavaScript.'),
  pl: words('Wszyscy', 'Zajęte', 'Przypomnienia docierają na to urządzenie', 'Ta strona wymaga JavaScriptu.'),
  pt: words('Todos', 'Ocupado', 'Os lembretes chegam a este dispositivo', 'Esta página precisa de JavaScript.'),
  'pt-br': words('Todos', 'Ocupado', 'Os lembretes chegam a este dispositivo', 'Esta página precisa do JavaScript.'),
  ro: words(
    'Toată lumea',
    'Ocupat',
    'Mementourile ajung pe acest dispozitiv',
    'Această pagină are nevoie de JavaScript.',
  ),
  ru: words('Все', 'Занято', 'Напоминания приходят на это устройство', 'Для этой страницы нужен JavaScript.'),
  sk: words('Všetci', 'Obsadené', 'Pripomienky prichádzajú na toto zariadenie', 'Táto stránka potrebuje JavaScript.'),
  sv: words('Alla', 'Upptagen', 'Påminnelser når den här enheten', 'Den här sidan behöver JavaScript.'),
  tr: words('Herkes', 'Meşgul', 'Hatırlatıcılar bu cihaza ulaşıyor', 'Bu sayfa için JavaScript gerekir.'),
  'zh-cn': words('所有人', '忙碌', '此设备可以收到提醒', '此页面需要 JavaScript。'),
}

/** The texts in the language of a person's record; in English where it is none of the page's. */
export const spokenWords = (locale: string): SpokenWords => WORDS[chooseLocale([locale])]

/** The language for names of the system (countries, holidays), as BCP 47 writes it: `pt` is that of Portugal. */
export const tagOfLocale = (locale: string): string =>
  ({ pt: 'pt-PT', 'pt-br': 'pt-BR', 'zh-cn': 'zh-CN' })[locale.toLowerCase()] ?? locale
