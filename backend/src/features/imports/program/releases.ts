// What an index of Python packages lists of yt-dlp, and of the scripts that it needs (PEP 691: the simple API as JSON).
import { z } from 'zod'
import type { YtDlpRelease } from '../../../../contract/yt-dlp.ts'
import { ytDlpVersion } from '../../../../contract/yt-dlp.ts'

/** A release, and where its package is. */
export interface Release extends YtDlpRelease {
  url: string
  /** Hex. */
  sha256: string
}

/** The media type of the answer. */
export const SIMPLE_JSON = 'application/vnd.pypi.simple.v1+json'

/** How many are told, of those that were released and of those that are made each night. */
const RELEASED_MAX = 10
const PREVIEWS_MAX = 5

/** By their names in the index, and the names of their packages. */
const WHEELS = {
  'yt-dlp': /^yt_dlp-(.+)-py3-none-any\.whl$/,
  'yt-dlp-ejs': /^yt_dlp_ejs-(.+)-py3-none-any\.whl$/,
} as const
export type Project = keyof typeof WHEELS

const file = z.object({
  filename: z.string(),
  url: z.string().max(2_000),
  hashes: z.record(z.string(), z.string()),
  'upload-time': z.string().nullish(),
  yanked: z.union([z.boolean(), z.string()]).optional(),
})
const page = z.object({ files: z.array(z.unknown()) })

/** The latest versions first. What has no SHA-256, or was taken back, is left out. @throws Error for another page */
export const wheelsIn = (json: unknown, project: Project): Release[] =>
  page
    .parse(json)
    .files.flatMap((one) => releaseOf(file.safeParse(one).data, WHEELS[project]) ?? [])
    .toSorted((one, other) => compareVersions(other.version, one.version))

/** Those that are told. */
export function latestOf(all: readonly Release[]): Release[] {
  const kept = (isPreview: boolean, most: number) => all.filter((one) => one.isPreview === isPreview).slice(0, most)
  const shown = new Set([...kept(false, RELEASED_MAX), ...kept(true, PREVIEWS_MAX)])
  return all.filter((one) => shown.has(one))
}

function releaseOf(found: z.infer<typeof file> | undefined, named: RegExp): Release | null {
  const version = ytDlpVersion.safeParse(named.exec(found?.filename ?? '')?.[1]).data
  const sha256 = found?.hashes['sha256']?.toLowerCase() ?? ''
  const isTakenBack = found?.yanked !== undefined && found.yanked !== false
  if (found === undefined || version === undefined || isTakenBack || !/^[0-9a-f]{64}$/.test(sha256)) return null
  const time = Date.parse(found['upload-time'] ?? '')
  const released = Number.isNaN(time) ? null : new Date(time).toISOString()
  return { version, released, isPreview: version.includes('.dev'), url: found.url, sha256 }
}

/** Numbers, of which missing ones are 0. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [numbersOf(one), numbersOf(other)]
  for (let at = 0; at < Math.max(first.length, second.length); at += 1) {
    const difference = (first[at] ?? 0) - (second[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Whether a program that names itself so is this version. It writes `2026.01.05`, and indexes `2026.1.5`. */
export const isSameVersion = (one: string, other: string): boolean =>
  numbersOf(one).join('.') === numbersOf(other).join('.')

const numbersOf = (version: string): number[] =>
  version
    .replace(/\.(?:dev|post)\d+$/, '')
    .split('.')
    .map(Number)
