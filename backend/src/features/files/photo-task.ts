// Reads what a camera wrote into a photo, in a child process, because the format (Exif 3.0) is complex and files are
// untrusted.
import exifr from 'exifr'
import type { Photo } from '../../../contract/photos.ts'
import type { Task } from '../../lib/child/serve.ts'

const TEXT_MAX = 100
const TAGS = [
  'Make',
  'Model',
  'LensModel',
  'DateTimeOriginal',
  'FNumber',
  'ExposureTime',
  'ISO',
  'FocalLength',
  'GPSLatitude',
  'GPSLatitudeRef',
  'GPSLongitude',
  'GPSLongitudeRef',
]
const OPTIONS = {
  pick: TAGS,
  exif: true,
  gps: true,
  xmp: false,
  icc: false,
  iptc: false,
  jfif: false,
  ihdr: false,
  makerNote: false,
  userComment: false,
  translateValues: false,
  reviveValues: false,
}

/** What a photo tells of itself by the first bytes of its file; null for nothing. */
async function readPhoto(first: Uint8Array): Promise<Photo | null> {
  const tags = await tagsOf(first)
  const photo: Photo = {
    camera: cameraOf(textOf(tags['Make']), textOf(tags['Model'])),
    lens: textOf(tags['LensModel']),
    taken: timeOf(tags['DateTimeOriginal']),
    aperture: positive(tags['FNumber']),
    exposure: positive(tags['ExposureTime']),
    iso: positive(tags['ISO']),
    focalLength: positive(tags['FocalLength']),
    place: placeOf(tags['latitude'], tags['longitude']),
  }
  const told = Object.entries(photo).filter(([, value]) => value !== undefined)
  return told.length > 0 ? Object.fromEntries(told) : null
}

async function tagsOf(first: Uint8Array): Promise<Record<string, unknown>> {
  try {
    const found: unknown = await exifr.parse(first, OPTIONS)
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {}
  } catch {
    // A file without it, a broken one, or one that has it further back.
    return {}
  }
}

/** Text as a page may show it: without control characters, of a bounded length. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.replaceAll(/\p{C}/gu, '').trim().slice(0, TEXT_MAX)
  return text === '' ? undefined : text
}

/** Most models begin with their maker's name; it is not said twice. */
function cameraOf(make: string | undefined, model: string | undefined): string | undefined {
  if (!make || !model) return model ?? make
  const [first = ''] = make.split(' ')
  return model.toLowerCase().startsWith(first.toLowerCase()) ? model : `${make} ${model}`
}

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined

/** `2026:05:03 10:11:12`, as the camera's clock showed it, in ISO 8601 without a time zone. */
function timeOf(value: unknown): string | undefined {
  const [, date, time] = /^(\d{4}:\d\d:\d\d) (\d\d:\d\d:\d\d)/.exec(typeof value === 'string' ? value : '') ?? []
  if (!date || !time) return undefined
  const text = `${date.replaceAll(':', '-')}T${time}`
  return Number.isNaN(Date.parse(`${text}Z`)) ? undefined : text
}

function placeOf(latitude: unknown, longitude: unknown): Photo['place'] {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isOnEarth ? { latitude, longitude } : undefined
}

export const photoFacts: Task = async (_, body) => ({ value: await readPhoto(body) })
