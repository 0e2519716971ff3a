// The formats of sizes and times.
const UNITS = ['B', 'K', 'M', 'G', 'T', 'P']

/** Readable bytes, in powers of 1,024: `1.5K`. */
export function humanSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return unit === 0 ? String(bytes) : `${value < 10 ? value.toFixed(1) : Math.round(value)}${UNITS[unit] ?? ''}`
}

/** `2026-01-31 17:05` in UTC; a dash if the time is unknown. */
export const shortTime = (time: Date | null): string =>
  time === null ? '-'.padEnd(16) : time.toISOString().slice(0, 16).replace('T', ' ')
