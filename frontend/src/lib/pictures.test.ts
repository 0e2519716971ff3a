import { describe, expect, it } from '@jest/globals'
import { isPictured, isReduced, isShownAsIs } from './pictures.ts'

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
    expect(['.heic', '.psd'].map((ending) => isPictured(item(ending), true))).toEqual([false, false])
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
