import { describe, expect, it } from '@jest/globals'
import { isPictured, isReduced, isShownAsIs, sizedPicture } from './pictures.ts'

const item = (extension: string, type: 'image' | 'video' | 'audio' | 'text' = 'image', size = 1) => ({
  isDir: false,
  extension,
  type,
  size,
})

describe('small pictures of files', () => {
  it('are there for what the server draws', () => {
    expect(['.JPG', '.tiff', '.svg', ''].map((ending) => isPictured(item(ending), false))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['.cr2', '.psd'].map((ending) => isPictured(item(ending), true))).toEqual([false, false])
    expect(isPictured(item('.txt', 'text'), true)).toBe(false)
    expect(isPictured(item('.jpg', 'image', 0), true)).toBe(false)
  })

  it('are there for films and songs where the server can', () => {
    expect([
      isPictured(item('.mp4', 'video'), true),
      isPictured(item('.mp3', 'audio'), true),
      isPictured(item('.mp4', 'video'), false),
    ]).toEqual([true, true, false])
  })

  it('stand for the file itself where it neither moves nor is drawn', () => {
    expect([isReduced(item('.jpg')), isReduced(item('.gif')), isReduced(item('.svg'))]).toEqual([true, false, false])
    expect([isShownAsIs(item('.png')), isShownAsIs(item('.tif'))]).toEqual([true, false])
  })
})

describe('a picture in several widths', () => {
  const urlOf = (width?: number) => `/p${width ?? ''}`
  it('has all up to its own, each with the width that it comes in', () => {
    expect(sizedPicture(urlOf, { width: 2400, height: 1200 })).toEqual({
      src: '/p',
      srcSet: '/p512 512w, /p1080 1080w, /p1600 1600w, /p2560 2400w',
      sizes: 'min(100vw, 200.00vh)',
    })
    expect(sizedPicture(urlOf, { width: 3000, height: 6000 }).srcSet).toBe(
      '/p512 256w, /p1080 540w, /p1600 800w, /p2560 1280w, /p3840 1920w',
    )
  })

  it('is one picture where it is small, or its pixels are not known', () => {
    expect(sizedPicture(urlOf, { width: 500, height: 300 })).toEqual({ src: '/p' })
    expect(sizedPicture(urlOf, undefined)).toEqual({ src: '/p' })
  })
})
