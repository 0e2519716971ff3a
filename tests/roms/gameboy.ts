// A program for Game Boy and Game Boy Color (Pan Docs, gbdev.io/pandocs): what A does shows, and is kept by the
// battery. The place of the maker's logo stays empty; emulators do not look at it.
import { ROM_COLOURS, SAVED_BYTE } from './colours.ts'

const SIZE = 32 * 1024
const ENTRY = 0x150
const LCDC = 0x40
const BGP = 0x47
const COLOUR_INDEX = 0x68
const COLOUR_DATA = 0x69
const VRAM_BANK = 0x4f
const JOYPAD = 0x00
const BATTERY = 0xa000
/** The palettes of a Game Boy without colours, by what is the case. */
const SHADES = { fresh: 0xe4, pressed: 0x1b, saved: 0x64 } as const

const word = (value: number): number[] => [value & 255, value >> 8]
/** `ldh (address), a` with a value. */
const put = (register: number, value: number): number[] => [0x3e, value, 0xe0, register]
/** `jr` with a condition, back over so many bytes and itself. */
const back = (condition: number, bytes: number): number[] => [condition, 256 - bytes - 2]
const NZ = 0x20
const Z = 0x28
/** Waits until the line of the screen is 144, or is not. */
const waitWhile = (condition: number): number[] => [0xf0, 0x44, 0xfe, 144, ...back(condition, 4)]

/** Fills memory from an address on. */
function fill(address: number, { count, value }: { count: number; value: number }): number[] {
  // ld a, value · ld (hl+), a · dec bc · ld a, b · or c
  const round = [0x3e, value, 0x22, 0x0b, 0x78, 0xb1]
  return [0x21, ...word(address), 0x01, ...word(count), ...round, ...back(NZ, round.length)]
}

const colourOf = ([red, green, blue]: readonly [number, number, number]): number => red | (green << 5) | (blue << 10)
const setColour = (index: number, colour: readonly [number, number, number]): number[] => [
  ...put(COLOUR_INDEX, 0x80 | (index * 2)),
  ...word(colourOf(colour)).flatMap((byte) => put(COLOUR_DATA, byte)),
]
const show = (state: keyof typeof SHADES): number[] => [...put(BGP, SHADES[state]), ...setColour(3, ROM_COLOURS[state])]

/** Tile 0 is empty, tile 1 is full; the lower half of the screen is made of the full one. */
const SCREEN = [
  ...waitWhile(NZ),
  ...put(LCDC, 0),
  ...put(VRAM_BANK, 1),
  ...fill(0x9800, { count: 1024, value: 0 }),
  ...put(VRAM_BANK, 0),
  ...fill(0x8000, { count: 16, value: 0 }),
  ...fill(0x8010, { count: 16, value: 255 }),
  ...fill(0x9800, { count: 9 * 32, value: 0 }),
  ...fill(0x9800 + 9 * 32, { count: 23 * 32, value: 1 }),
  ...setColour(0, ROM_COLOURS.upper),
  ...put(0x42, 0),
  ...put(0x43, 0),
  // The battery's memory can be written to from now on.
  0x3e,
  0x0a,
  0xea,
  0x00,
  0x00,
  ...put(LCDC, 0x91),
]

function loop(): number[] {
  const save = [0x3e, SAVED_BYTE, 0xea, ...word(BATTERY)]
  const saved = show('saved')
  const fresh = [...show('fresh'), 0x18, saved.length]
  // ld a, (battery) · cp saved · jr z, over `fresh`
  const released = [0xfa, ...word(BATTERY), 0xfe, SAVED_BYTE, Z, fresh.length, ...fresh, ...saved]
  const pressed = [...show('pressed'), ...save, 0x18, released.length]
  // The buttons are chosen and read twice, since the first value may be old; a pressed one is 0.
  const keys = [...put(JOYPAD, 0x10), 0xf0, JOYPAD, 0xf0, JOYPAD, 0xe6, 0x01]
  const body = [...waitWhile(NZ), ...keys, NZ, pressed.length, ...pressed, ...released, ...waitWhile(Z)]
  // jp to the beginning
  return [...body, 0xc3, ...word(ENTRY + START.length)]
}

// di · ld sp, fffe
const START = [0xf3, 0x31, 0xfe, 0xff, ...SCREEN]

/** @param kind `gbc` for the one with colours */
export function gameBoyRom(kind: 'gb' | 'gbc'): Buffer {
  const rom = Buffer.alloc(SIZE)
  // nop · jp entry
  rom.set([0x00, 0xc3, ...word(ENTRY)], 0x100)
  rom.write('NIDOTEST', 0x134, 'latin1')
  rom[0x143] = kind === 'gbc' ? 0xc0 : 0
  // MBC1, or MBC5, with memory and battery; 8 KiB of it.
  rom[0x147] = kind === 'gbc' ? 0x1b : 0x03
  rom[0x149] = 2
  rom.set([...START, ...loop()], ENTRY)
  rom[0x14d] = rom.subarray(0x134, 0x14d).reduce((sum, byte) => (sum - byte - 1) & 255, 0)
  rom.writeUInt16BE(
    rom.reduce((sum, byte) => (sum + byte) & 0xffff, 0),
    0x14e,
  )
  return rom
}
