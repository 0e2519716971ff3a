import { describe, expect, it } from '@jest/globals'
import { titleOf } from './rom-names.ts'

describe('the title of a game', () => {
  it.each([
    ['Game (Europe) (Rev 1)', 'Game', 'Europe, Rev 1'],
    ['Game (USA, Europe) [!]', 'Game', 'USA, Europe'],
    ['Legend of Game, The - Part Two (Japan)', 'The Legend of Game - Part Two', 'Japan'],
    ["Aventure, L'", "L'Aventure", ''],
    ['Game_ The Sequel (Europe)', 'Game: The Sequel', 'Europe'],
    ['super_game_land', 'super game land', ''],
    ['0123 - Game (E)', 'Game', 'E'],
    ['1942', '1942', ''],
    ['(Prototype)', '(Prototype)', 'Prototype'],
    ['[hidden]', '[hidden]', ''],
    ['Game () (Europe', 'Game', ''],
    ['Juego ñandú', 'Juego ñandú', ''],
  ])('%s', (stem, name, about) => expect(titleOf(stem)).toEqual({ name, about }))
})
