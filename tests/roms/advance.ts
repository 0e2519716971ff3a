// A program for Game Boy Advance (GBATEK): what A does shows, and is kept by the battery.
import { ArmProgram, twoPixels } from './arm.ts'
import { ROM_COLOURS, SAVED_BYTE } from './colours.ts'

const HEADER = 0xc0
const DISPLAY = 0x04000000
const KEYS = 0x04000130
const SCREEN = 0x06000000
const BATTERY = 0x0e000000
/** Words of half a screen of 240 × 160 pixels. */
const HALF = (240 * 160) / 4

function program(): Buffer {
  const arm = new ArmProgram()
  // Mode 3: a pixel is a half word.
  arm.setHalf(DISPLAY, 0x0403)
  arm.load(4, twoPixels(...ROM_COLOURS.upper))
  const again = arm.here
  arm.fill(SCREEN, { words: HALF, register: 4 })
  arm.load(0, BATTERY).loadByte(1, 0).compare(1, SAVED_BYTE)
  arm.load(5, twoPixels(...ROM_COLOURS.fresh)).load(5, twoPixels(...ROM_COLOURS.saved), 'equal')
  // A pressed key is 0.
  arm.load(2, KEYS).loadHalf(3, 2).load(6, SAVED_BYTE).test(3, 1)
  arm.load(5, twoPixels(...ROM_COLOURS.pressed), 'equal').storeByte(6, 0, 'equal')
  return arm
    .fill(SCREEN + HALF * 4, { words: HALF, register: 5 })
    .branch(again)
    .bytes()
}

export function advanceRom(): Buffer {
  const header = Buffer.alloc(HEADER)
  // A branch to behind the header.
  header.writeUInt32LE((0xea000000 | (HEADER / 4 - 2)) >>> 0, 0)
  header.write('NIDOTEST', 0xa0, 'latin1')
  header.write('NIDO00', 0xac, 'latin1')
  header[0xb2] = 0x96
  header[0xbd] = (header.subarray(0xa0, 0xbd).reduce((sum, byte) => sum - byte, 0) - 0x19) & 255
  // By this word emulators know what kind of memory the battery keeps.
  const rom = Buffer.concat([header, program(), Buffer.from('SRAM_V113\0\0\0')])
  return Buffer.concat([rom, Buffer.alloc(-rom.length & 1023)])
}
