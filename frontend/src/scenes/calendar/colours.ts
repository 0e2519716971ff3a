// The colours of calendars: a hue each, with lightness by theme and by what is drawn.
import type { CSSProperties } from 'react'

/** The hue, for styles that use it. */
export const hueStyle = (hue: number): CSSProperties => ({ '--h': hue }) as CSSProperties

/** The ground of an event that fills its box, and the text on it. */
export const eventColours = (hue: number): { color: string; contrastColor: string } => ({
  color: `var(--cal-${hue})`,
  contrastColor: 'var(--cal-on)',
})
