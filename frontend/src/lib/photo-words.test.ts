import { describe, expect, it } from '@jest/globals'
import { coordinatesOf, exposureOf, mapUrl } from './photo-words.ts'

describe('what a camera wrote', () => {
  it('is told as on a camera, as far as it is known', () => {
    expect(exposureOf({ aperture: 1.7999, exposure: 0.004, iso: 400, focalLength: 35 })).toBe(
      'ƒ/1.8 · 1/250 s · ISO 400 · 35 mm',
    )
    expect(exposureOf({ exposure: 2.5 })).toBe('2.5 s')
    expect(exposureOf({ camera: 'a camera' })).toBe('')
  })

  it('has a place in degrees, and on a map', () => {
    const place = { latitude: -33.856733, longitude: 151.21 }
    expect(coordinatesOf(place)).toBe('33.85673° S, 151.21000° E')
    expect(mapUrl(place)).toBe('https://www.openstreetmap.org/?mlat=-33.856733&mlon=151.21#map=16/-33.856733/151.21')
  })
})
