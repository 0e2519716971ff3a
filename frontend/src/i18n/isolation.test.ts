import { describe, expect, it } from '@jest/globals'
import { createInstance } from 'i18next'
import { createIsolation, isolateValue, ISOLATION } from './isolation.ts'

const EN = { done: 'Done.', files_one: '{{count}} file', files_other: '{{count}} files' }
const AR = {
  files_zero: '{{count}} ملفات',
  files_one: '{{count}} ملف',
  files_two: '{{count}} ملفان',
  files_few: '{{count}} ملفات',
  files_many: '{{count}} ملف',
  files_other: '{{count}} ملف',
}

async function textsIn(lng: string) {
  const texts = createInstance()
  await texts.use(createIsolation(texts)).init({
    lng,
    fallbackLng: 'en',
    postProcess: [ISOLATION],
    resources: { en: { translation: EN }, ar: { translation: AR } },
  })
  return texts.t as unknown as (key: string, values?: object) => string
}

describe('English among Arabic', () => {
  it('runs from left to right', async () => {
    const t = await textsIn('ar')
    expect(t('done')).toBe('\u2066Done.\u2069')
    expect(t('files', { count: 3 })).toBe('3 ملفات')
  })
  it('does so in numbers, too, where nothing is translated', async () => {
    const t = await textsIn('he')
    expect(t('files', { count: 2 })).toBe('\u20662 files\u2069')
  })
  it('is left as it is where everything runs that way', async () => {
    const t = await textsIn('fr')
    expect(t('files', { count: 2 })).toBe('2 files')
  })
})

describe('a name in a sentence', () => {
  it('has its own direction on a right-to-left page', () => {
    expect(isolateValue('IMG_4126 (2).jpg', 'ar')).toBe('\u2068IMG_4126 (2).jpg\u2069')
  })
  it('has it on any page if its letters run that way', () => {
    expect(isolateValue('תמונה.jpg', 'de')).toBe('\u2068תמונה.jpg\u2069')
    expect(isolateValue('photo.jpg', 'de')).toBe('photo.jpg')
  })
})
