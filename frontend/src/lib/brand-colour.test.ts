import { describe, expect, it } from '@jest/globals'
import { BRAND_HUES, brandOf, colourOfHue } from './brand-colour.ts'

describe('the colour of a household', () => {
  it('comes back as the hue that was chosen', () => {
    for (const hue of Object.values(BRAND_HUES)) {
      const brand = brandOf(colourOfHue(hue))
      expect(Math.abs((brand?.hue ?? -1) - hue)).toBeLessThanOrEqual(3)
      expect(brand?.chroma).toBeGreaterThan(0.07)
    }
  })
  it('is one hue for everybody who knows OKLCH', () => expect(brandOf('#ff0000')).toEqual({ hue: 29, chroma: 0.09 }))
  it('may be written in three digits', () => expect(brandOf('#f00')).toEqual(brandOf('#ff0000')))
  it('may be hardly a colour at all', () => expect(brandOf('#808080')?.chroma).toBeLessThan(0.005))
  it.each(['', 'red', '#ff', '#12345', '#gggggg', 'url(x)'])('is none in %p', (text) =>
    expect(brandOf(text)).toBeNull(),
  )
})
