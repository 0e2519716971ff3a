// The words of quick add, in English and Spanish, without accents. No maintained package reads both well enough:
// chrono-node takes "16h" or "de la noche" in Spanish for other times.

const source = (words: readonly string[]): string => `(?:${words.join('|')})`

export const MONTHS: readonly RegExp[] = [
  'jan(?:uary)?|ene(?:ro)?',
  'feb(?:ruary|rero)?',
  'mar(?:ch|zo)?',
  'apr(?:il)?|abr(?:il)?',
  'may(?:o)?',
  'june?|junio',
  'july?|julio',
  'aug(?:ust)?|ago(?:sto)?',
  'sept?(?:ember|iembre)?',
  'oct(?:ober|ubre)?',
  'nov(?:ember|iembre)?',
  'dec(?:ember)?|dic(?:iembre)?',
].map((words) => new RegExp(`^(?:${words})$`))
export const MONTH =
  '(?:jan(?:uary)?|ene(?:ro)?|feb(?:ruary|rero)?|mar(?:ch|zo)?|apr(?:il)?|abr(?:il)?|mayo?|june?|junio|july?|julio|' +
  'aug(?:ust)?|ago(?:sto)?|sept?(?:ember|iembre)?|oct(?:ober|ubre)?|nov(?:ember|iembre)?|dec(?:ember)?|dic(?:iembre)?)'

/** From Monday on. */
export const WEEKDAYS: readonly RegExp[] = [
  'mon(?:day)?s?|lunes',
  'tue(?:s(?:day)?)?s?|martes',
  'wed(?:nesday)?s?|miercoles',
  'thu(?:rs?(?:day)?)?s?|jueves',
  'fri(?:day)?s?|viernes',
  'sat(?:urday)?s?|sabados?',
  'sun(?:day)?s?|domingos?',
].map((words) => new RegExp(`^(?:${words})$`))
export const WEEKDAY =
  '(?:mondays?|mon|lunes|tuesdays?|tues?|martes|wednesdays?|wed|miercoles|thursdays?|thurs?|thu|jueves|fridays?|fri|' +
  'viernes|saturdays?|sat|sabados?|sundays?|sun|domingos?)'

export const MORNING = source(['morning', 'manana', 'madrugada'])
export const AFTERNOON = source(['afternoon', 'tarde'])
export const EVENING = source(['evening', 'night', 'noche'])

/** `16`, `4pm`, `16:30`, `16h`, `9 de la noche`. */
export const CLOCK =
  '(\\d{1,2})(?:[:.h](\\d{2}))?\\s?(a\\.?m\\.?|p\\.?m\\.?|hrs?|h)?' +
  `(?:\\s(?:de|por|in)\\s(?:la|the)\\s(${MORNING}|${AFTERNOON}|${EVENING}))?`

/** Nothing that makes it another number. */
export const END = '(?![\\w/-])'

/** Without accents and capitals, but as long as before. */
export const foldLetters = (text: string): string =>
  Array.from(text, (letter) => {
    const plain = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    return plain.length === letter.length ? plain : letter
  }).join('')
