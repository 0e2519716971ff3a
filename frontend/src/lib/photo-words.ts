// What a camera recorded in a photo, as people write it.
import type { Photo } from '../../../backend/contract/photos.ts'

type Place = NonNullable<Photo['place']>

/** `ƒ/1.8 · 1/250 s · ISO 400 · 35 mm`; empty where none of it is known. */
export function exposureOf({ aperture, exposure, iso, focalLength }: Photo): string {
  return [
    aperture && `ƒ/${rounded(aperture)}`,
    exposure && `${secondsOf(exposure)} s`,
    iso && `ISO ${rounded(iso)}`,
    focalLength && `${rounded(focalLength)} mm`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Short times are written as fractions of a second, as on a camera. */
const secondsOf = (exposure: number): string =>
  exposure < 0.3 ? `1/${Math.round(1 / exposure)}` : String(rounded(exposure))

const rounded = (value: number): number => Math.round(value * 10) / 10

/** `33.85673° S, 151.21000° E`: accurate to about a metre. */
export const coordinatesOf = ({ latitude, longitude }: Place): string =>
  [
    `${Math.abs(latitude).toFixed(5)}° ${latitude < 0 ? 'S' : 'N'}`,
    `${Math.abs(longitude).toFixed(5)}° ${longitude < 0 ? 'W' : 'E'}`,
  ].join(', ')

/** The address of an external map. Nothing is fetched from it before somebody follows the link. */
export const mapUrl = ({ latitude, longitude }: Place): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
