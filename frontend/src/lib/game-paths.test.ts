import { describe, expect, it } from '@jest/globals'
import { pathsOfGame } from './game-paths.ts'

describe('the saves of a game', () => {
  it('are files of the person, by system and name', () => {
    const paths = pathsOfGame('/Shared/ARCADE/gb/a.zip/Game (Europe).gb', 'Shared')
    expect(paths.save).toBe('/Saves/gb/Game (Europe).srm')
    expect(paths.shared).toBe('/Shared/ARCADE/Saves/gb/Game (Europe).srm')
    expect([paths.state(2), paths.picture(2)]).toEqual([
      '/Saves/gb/Game (Europe)/2.state',
      '/Saves/gb/Game (Europe)/2.png',
    ])
    expect(paths.screenshot(new Date(2026, 0, 2, 3, 4, 5))).toBe('/Saves/gb/Game (Europe)/2026-01-02 03.04.05.png')
  })

  it('have the ending of their core, and are not shared without a shared folder', () => {
    expect(pathsOfGame('/ARCADE/nds/a.nds', '')).toMatchObject({ save: '/Saves/nds/a.sav', shared: null })
  })
})
