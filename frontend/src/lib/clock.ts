// Lengths of time as a clock shows them.

/** `hh:mm:ss`, or `--:--:--` if it is unknown. */
export function clock(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return '--:--:--'
  const whole = Math.max(0, Math.round(seconds))
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

/** `m:ss`, or `h:mm:ss` from one hour on: the position in a film. */
export function playingTime(seconds: number): string {
  const text = clock(Number.isFinite(seconds) ? Math.floor(seconds) : 0)
  return text.replace(/^00:0?/, '').replace(/^0(?=\d:)/, '')
}
