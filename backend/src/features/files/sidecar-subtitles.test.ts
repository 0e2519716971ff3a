import { describe, expect, it } from '@jest/globals'
import { findSubtitles, type FoundSubtitles, type NamedFile } from './sidecar-subtitles.ts'

const file = (name: string): NamedFile => ({ name, kind: 'file' })
const folder = (name: string): NamedFile => ({ name, kind: 'folder' })
const nothingBelow = async () => []
const all = (...paths: string[]): FoundSubtitles => ({ paths, isCut: false })
const many = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index + 1))

describe('subtitles beside videos', () => {
  it('begin with the name of the video', async () => {
    const entries = ['film.mp4', 'film.srt', 'film.es.vtt', 'film 2.mp4', 'other.srt', 'film.txt', 'film.ASS'].map(file)
    const found = await findSubtitles(['film.mp4', 'film 2.mp4', 'show.mkv'], entries, nothingBelow)
    expect(found).toEqual(new Map([['film.mp4', all('film.ASS', 'film.es.vtt', 'film.srt')]]))
  })

  it('lie in a folder for them, all of them, and in its folders that begin with the name', async () => {
    const below: Record<string, NamedFile[]> = {
      Subs: [file('en.srt'), file('notes.txt'), folder('film (2020)'), folder('other')],
      'Subs/film (2020)': [file('es.srt')],
    }
    const listed: string[] = []
    const found = await findSubtitles(
      ['film.mp4', 'show.mp4'],
      [file('film.mp4'), file('show.mp4'), folder('Subs'), folder('more')],
      async (relative) => {
        listed.push(relative)
        return below[relative] ?? []
      },
    )
    expect(found).toEqual(
      new Map([
        ['film.mp4', all('Subs/en.srt', 'Subs/film (2020)/es.srt')],
        ['show.mp4', all('Subs/en.srt')],
      ]),
    )
    expect(listed).toEqual(['Subs', 'Subs/film (2020)'])
  })

  it('are not looked for where there are no videos', async () => {
    await expect(findSubtitles([], [folder('Subs')], () => Promise.reject(new Error('looked')))).resolves.toEqual(
      new Map(),
    )
  })

  it('B3: are 64 of a film, the first in natural order, and it is said that there are more', async () => {
    const found = await findSubtitles(
      ['film.mp4'],
      many(65, (index) => file(`film.${index}.srt`)).reverse(),
      nothingBelow,
    )
    expect(found.get('film.mp4')).toEqual({ paths: many(64, (index) => `film.${index}.srt`), isCut: true })
    const just = await findSubtitles(
      ['film.mp4'],
      many(64, (index) => file(`film.${index}.srt`)),
      nothingBelow,
    )
    expect(just.get('film.mp4')?.isCut).toBe(false)
  })

  it('B3: in a folder for all come after the film’s own where there is no room for both', async () => {
    const below: Record<string, NamedFile[]> = {
      Subs: [...many(70, (index) => file(`${index}.srt`)), folder('film')],
      'Subs/film': [file('own.srt')],
    }
    const found = await findSubtitles(
      ['film.mp4', 'show.mp4'],
      [folder('Subs'), file('film.srt')],
      async (relative) => below[relative] ?? [],
    )
    const shared = (count: number) => many(count, (index) => `Subs/${index}.srt`)
    expect(found.get('film.mp4')).toEqual({ paths: ['film.srt', ...shared(62), 'Subs/film/own.srt'], isCut: true })
    expect(found.get('show.mp4')).toEqual({ paths: shared(64), isCut: true })
  })

  it('B3: of two thousand films with two thousand subtitles each are 20,000, those of the first films', async () => {
    const videos = many(2_000, (index) => `${index}.mp4`)
    const found = await findSubtitles(videos, [...videos.map(file), folder('Subs')], async () =>
      many(2_000, (index) => file(`${index}.srt`)),
    )
    expect([...found.values()].reduce((sum, { paths }) => sum + paths.length, 0)).toBe(20_000)
    expect([...found.keys()]).toEqual(videos)
    expect([found.get('1.mp4')?.paths.length, found.get('2000.mp4')]).toEqual([64, { paths: [], isCut: true }])
  })

  it('B3: are looked for in fifty folders at most, however many there are', async () => {
    let looks = 0
    const below = many(60, (index) => folder(`film ${index}`))
    const found = await findSubtitles(['film.mp4'], [folder('Subs')], async (relative) => {
      looks += 1
      return relative === 'Subs' ? below : [file('en.srt')]
    })
    expect([looks, found.get('film.mp4')?.paths.length, found.get('film.mp4')?.isCut]).toEqual([50, 49, true])
  })
})
