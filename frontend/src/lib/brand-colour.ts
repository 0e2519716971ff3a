// The household's colour. Only its hue and chroma are used: the theme determines the lightness, so that text stays
// readable in both themes.

/** Hue in degrees and chroma in OKLCH, as styles/colours.css uses them. */
export interface Brand {
  hue: number
  chroma: number
}

/** The hues that can be chosen by name. */
export const BRAND_HUES = { pine: 170, sea: 240, iris: 285, plum: 340, clay: 40, honey: 80 } as const
export type BrandHue = keyof typeof BRAND_HUES

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i
const SHORT = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i
/** The highest chroma for which contrast in both themes has been checked. */
const CHROMA_MAX = 0.09
const LIGHTNESS = 0.485

/** A colour with six digits, as colour inputs require: `#abc` becomes `#aabbcc`. */
export const longHex = (colour: string): string => colour.trim().replace(SHORT, '#$1$1$2$2$3$3')

/** The hue and chroma of a colour such as `#0a7a5b`; null for an invalid one, which leaves the page unchanged. */
export function brandOf(colour: string): Brand | null {
  const channels = HEX.exec(longHex(colour))
    ?.slice(1)
    .map((hex) => toLinear(Number.parseInt(hex, 16) / 255))
  const [red, green, blue] = channels ?? []
  if (red === undefined || green === undefined || blue === undefined) return null
  // Björn Ottosson's OKLab, from linear sRGB.
  const [long, middle, short] = [
    0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue,
    0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue,
    0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue,
  ].map(Math.cbrt) as [number, number, number]
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  const hue = Math.round(((Math.atan2(b, a) * 180) / Math.PI + 360) % 360)
  return { hue, chroma: Math.min(CHROMA_MAX, Math.round(Math.hypot(a, b) * 1000) / 1000) }
}

/** A hue in the lightness of the light theme, so that other clients of the settings can read it: `#0a7a5b`. */
export function colourOfHue(hue: number): string {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [CHROMA_MAX * Math.cos(angle), CHROMA_MAX * Math.sin(angle)]
  const [long, middle, short] = [
    LIGHTNESS + 0.3963377774 * a + 0.2158037573 * b,
    LIGHTNESS - 0.1055613458 * a - 0.0638541728 * b,
    LIGHTNESS - 0.0894841775 * a - 1.291485548 * b,
  ].map((root) => root ** 3) as [number, number, number]
  const channels = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
  return `#${channels
    .map((channel) =>
      Math.round(255 * fromLinear(Math.min(1, Math.max(0, channel))))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const fromLinear = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)
