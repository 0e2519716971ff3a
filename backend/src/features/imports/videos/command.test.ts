import { describe, expect, it } from '@jest/globals'
import { VIDEO_PRESETS } from '../../../../contract/import-kinds.ts'
import { argumentsToAsk, argumentsToFetch, type CallFacts, isPossible } from './command.ts'

const facts: CallFacts = {
  mark: 'm-',
  folder: '/scratch',
  sites: 'youtube',
  ffmpeg: '/bin',
  node: '/node',
  maxBytes: 9,
  rate: 0,
}
const link = '--exec=touch x'

describe('the call of yt-dlp', () => {
  it.each(VIDEO_PRESETS)('has the link as its last word, behind the end of the options: %s', (preset) => {
    const wish = { preset, subtitles: true, item: null }
    for (const words of [argumentsToAsk(facts, link, { ...wish, entries: 5 }), argumentsToFetch(facts, link, wish)]) {
      expect(words.slice(-2)).toEqual(['--', link])
      expect(words.indexOf('--')).toBe(words.length - 2)
      expect(words).toEqual(
        expect.arrayContaining(['--ignore-config', '--no-exec', '--no-cookies', '--no-plugin-dirs']),
      )
      expect(words[words.indexOf('--use-extractors') + 1]).toBe('youtube.*')
      expect(words[words.indexOf('--js-runtimes') + 1]).toBe('node:/node')
    }
  })

  it('asks for one entry, or for many', () => {
    const items = (words: string[]) => words[words.indexOf('--playlist-items') + 1]
    const wish = { preset: 'best', subtitles: false, item: null } as const
    expect(items(argumentsToAsk(facts, link, { ...wish, entries: 200 }))).toBe('1:200')
    expect(items(argumentsToAsk(facts, link, { ...wish, entries: 0 }))).toBe('1')
    expect(items(argumentsToFetch(facts, link, { ...wish, item: 7 }))).toBe('7')
  })

  it('needs ffmpeg for sound alone', () => {
    const without = VIDEO_PRESETS.filter((preset) => isPossible({ preset, clip: null }, false))
    expect(without).toEqual(['best', '1080p', '720p'])
    expect(isPossible({ preset: 'best', clip: { from: 1, to: null } }, false)).toBe(false)
    const words = argumentsToFetch({ ...facts, ffmpeg: null }, link, { preset: 'best', subtitles: false, item: null })
    expect(words[words.indexOf('-f') + 1]).toBe('b')
  })

  it('takes only languages that can be parts of names', () => {
    const words = argumentsToFetch(facts, link, { preset: 'best', subtitles: true, item: null })
    const pattern = words[words.indexOf('--sub-langs') + 1] ?? ''
    expect(pattern).not.toContain(',')
    const isLanguage = (text: string) => new RegExp(`^(?:${pattern})$`, 'i').test(text)
    expect(['en', 'es-419', 'zh-Hans', 'en-eEY6OEpapPo', 'gsw', 'sr-Latn-RS'].map(isLanguage)).not.toContain(false)
    expect(['', 'e', '../x', 'en/x', 'en-../x', 'live_chat', 'en-'.padEnd(40, 'a')].map(isLanguage)).not.toContain(true)
  })
})
