import { describe, expect, it } from '@jest/globals'
import { fileOfRom, gameUrl, romFolder, romOfQuery, stemOfRom } from './rom-paths.ts'

describe('the path of a ROM', () => {
  it.each([
    ['/ARCADE/gb/a.gb', '/ARCADE/gb/a.gb', 'a'],
    ['/ARCADE/gb/a.zip/b (Europe).gb', '/ARCADE/gb/a.zip', 'b (Europe)'],
    ['/ARCADE/gb/a.ZIP/d/b.gb', '/ARCADE/gb/a.ZIP', 'b'],
    ['/ARCADE/gb/a.zip', '/ARCADE/gb/a.zip', 'a'],
  ])('%s', (path, file, stem) => {
    expect(fileOfRom(path)).toBe(file)
    expect(stemOfRom(path)).toBe(stem)
  })

  it('becomes an address', () => {
    expect(gameUrl('/ARCADE/gb/a b&c.gb')).toBe('/arcade/emulator?rom=%2FARCADE%2Fgb%2Fa%20b%26c.gb')
    expect([romFolder('Shared', 'gb'), romFolder('', 'nds')]).toEqual(['/Shared/ARCADE/gb', '/ARCADE/nds'])
  })

  it.each([
    ['?rom=%2FARCADE%2Fgb%2Fa%20b.gb', '/ARCADE/gb/a b.gb'],
    ['?rom=//evil/x.gba', '/evil/x.gba'],
    ['?rom=javascript:alert(1)', '/javascript:alert(1)'],
    ['?rom=..%2F..%2Fapi%2Fusers', null],
    ['?rom=%2FARCADE%2F.%2Fa.gb', null],
    ['?rom=', null],
    ['', null],
  ])('is taken from an address: %s', (search, path) => expect(romOfQuery(search)).toBe(path))
})
