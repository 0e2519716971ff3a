import { describe, expect, it } from '@jest/globals'
import { compareVersions, isSameVersion, latestOf, wheelsIn } from './releases.ts'

const HASH = 'a'.repeat(64)
const wheel = (version: string, more: object = {}) => ({
  filename: `yt_dlp-${version}-py3-none-any.whl`,
  url: `../../files/${version}.whl`,
  hashes: { sha256: HASH },
  'upload-time': '2026-11-01T00:00:00.000000Z',
  ...more,
})
const latestIn = (json: unknown) => latestOf(wheelsIn(json, 'yt-dlp'))
const versionsIn = (...files: unknown[]) => latestIn({ files }).map(({ version }) => version)

describe('the releases of an index', () => {
  it('are told with the latest first, and with those of each night as such', () => {
    const [first] = latestIn({ files: [wheel('2026.9.5'), wheel('2026.11.1.232801.dev0'), wheel('2026.10.26')] })
    expect(first).toEqual({
      version: '2026.11.1.232801.dev0',
      released: '2026-11-01T00:00:00.000Z',
      isPreview: true,
      url: '../../files/2026.11.1.232801.dev0.whl',
      sha256: HASH,
    })
    expect(versionsIn(wheel('2026.9.5'), wheel('2026.10.26'))).toEqual(['2026.10.26', '2026.9.5'])
  })

  it('are no others than wheels with a hash that were not taken back', () => {
    expect(
      versionsIn(
        wheel('2026.1.1', { yanked: true }),
        wheel('2026.1.2', { yanked: 'broken' }),
        wheel('2026.1.3', { hashes: {} }),
        wheel('2026.1.4', { hashes: { sha256: 'x' } }),
        wheel('2026.1.5', { filename: 'yt_dlp-2026.1.5.tar.gz' }),
        wheel('../../x'),
        null,
        { filename: 1 },
        wheel('2026.1.6', { yanked: false }),
      ),
    ).toEqual(['2026.1.6'])
    expect(() => latestIn({ files: 'x' })).toThrow('files')
  })

  it('are a few', () => {
    const many = Array.from({ length: 100 }, (_, at) => [wheel(`2026.1.${at}`), wheel(`2026.1.${at}.1.dev0`)]).flat()
    const found = latestIn({ files: many })
    expect([found.length, found.filter(({ isPreview }) => isPreview).length]).toEqual([15, 5])
  })
})

describe('a version', () => {
  it('is compared by its numbers', () => {
    expect(compareVersions('2026.10.1', '2026.9.30')).toBeGreaterThan(0)
    expect(compareVersions('2026.10', '2026.10.0')).toBe(0)
  })

  it('is the same with zeros before its numbers', () => {
    expect(isSameVersion('2026.01.05', '2026.1.5')).toBe(true)
    expect(isSameVersion('2026.11.20.232801', '2026.11.20.232801.dev0')).toBe(true)
    expect(isSameVersion('2026.10.26', '2026.10.27')).toBe(false)
  })
})
