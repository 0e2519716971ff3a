/**
 * Whether the readers of a language write the month before the day: 12/24 in English of the United States, in Japanese.
 * Where dates have dashes (2026-12-24), days with slashes have the other order.
 */
export function isMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(new Date(2026, 11, 24))
  const types = parts.map(({ type }) => type)
  return types.indexOf('month') < types.indexOf('day') && !parts.some(({ value }) => value === '-')
}
