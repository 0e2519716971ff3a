import { describe, expect, it } from '@jest/globals'
import { findSubtitles, type Named } from './beside.ts'

const file = (name: string): Named => ({ name, kind: 'file' })
const folder = (name: string): Named => ({ name, kind: 'folder' })
const nothingBelow = async () => []

describe('subtitles beside videos', () => {
  it('begin with the name of the video', async () => {
    const entries = ['film.mp4', 'film.srt', 'film.es.vtt', 'film 2.mp4', 'other.srt', 'film.txt', 'film.ASS'].map(file)
    expect(await findSubtitles(['film.mp4', 'film 2.mp4', 'show.mkv'], entries, nothingBelow)).toEqual(new Map([['film.mp4', ['film.ASS', 'film.es.vtt', 'film.srt']]]))
  })

  it('lie in a folder for them, all of them, and in its folders that begin with the name', async () => {
    const below: Record<string, Named[]> = {
      Subs: [file('en.srt'), file('notes.txt'), folder('film (2020)'), folder('other')],
      'Subs/film (2020)': [file('es.srt')],
    }
    const listed: string[] = []
    const found = await findSubtitles(['film.mp4', 'show.mp4'], [file('film.mp4'), file('show.mp4'), folder('Subs'), folder('more')], async (relative) => {
      listed.push(relative)
      return below[relative] ?? []
    })
    expect(found).toEqual(new Map([['film.mp4', ['Subs/en.srt', 'Subs/film (2020)/es.srt']], ['show.mp4', ['Subs/en.srt']]]))
    expect(listed).toEqual(['Subs', 'Subs/film (2020)'])
  })

  it('are not looked for where there are no videos', async () => {
    await expect(findSubtitles([], [folder('Subs')], () => Promise.reject(new Error('looked')))).resolves.toEqual(new Map())
  })
})
