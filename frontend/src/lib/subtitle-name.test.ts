import { describe, expect, it } from '@jest/globals'
import { subtitleName } from './subtitle-name.ts'

const names: Record<string, string> = { es: 'Spanish', en: 'English', 'pt-BR': 'Brazilian Portuguese' }
const nameOf = (path: string) => subtitleName(path, 'film.mp4', (code) => names[code])

describe('the name of subtitles', () => {
  it('is their language where the file says it', () => {
    expect(nameOf('/v/film.es.srt')).toEqual({ label: 'Spanish', language: 'es' })
    expect(nameOf('/v/Subs/en.srt')).toEqual({ label: 'English', language: 'en' })
    expect(nameOf('/v/film.pt-BR.forced.ass')).toEqual({ label: 'Brazilian Portuguese (forced)', language: 'pt-br' })
  })

  it('is what the file is called else, and nothing where it is called like the film', () => {
    expect(nameOf('/v/Subs/Director talks.srt')).toEqual({ label: 'Director talks', language: '' })
    expect(nameOf('/v/film.srt')).toEqual({ label: '', language: '' })
  })
})
