// A program for Nintendo DS (GBATEK): the upper screen shows a picture; the lower one, and the lower half of the
// picture, show whether A is pressed. Nothing is kept.
import { ArmProgram, twoPixels } from './arm.ts'
import { ROM_COLOURS } from './colours.ts'

const HEADER = 0x200
const ARM9 = 0x02000000
const ARM7 = 0x02380000
const KEYS = 0x04000130
const SCREEN = 0x06800000
const LOWER_BACKDROP = 0x05000400
/** Words of half a screen of 256 × 192 pixels. */
const HALF = (256 * 192) / 4
const BLOCK = 512
const SIZE = 128 * 1024

function program(): Buffer {
  const arm = new ArmProgram()
  // No interrupts; both screens on; the upper one shows a bank of memory, the lower one its backdrop.
  arm.setWord(0x04000208, 0).setWord(0x04000304, 0x820f).setWord(0x04000000, 0x00020000)
  arm.setByte(0x04000240, 0x80).setWord(0x04001000, 0x00010000)
  arm.load(4, twoPixels(...ROM_COLOURS.upper))
  const again = arm.here
  arm.fill(SCREEN, { words: HALF, register: 4 })
  arm.load(5, twoPixels(...ROM_COLOURS.fresh))
  // A pressed key is 0.
  arm
    .load(2, KEYS)
    .loadHalf(3, 2)
    .test(3, 1)
    .load(5, twoPixels(...ROM_COLOURS.pressed), 'equal')
  arm.load(8, LOWER_BACKDROP).storeHalf(5, 8)
  return arm
    .fill(SCREEN + HALF * 4, { words: HALF, register: 5 })
    .branch(again)
    .bytes()
}

/** The other processor does nothing. */
function idle(): Buffer {
  const arm = new ArmProgram()
  return arm.branch(arm.here).bytes()
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & (BLOCK - 1))])

/** CRC-16 as the header has it. */
function crc16(bytes: Buffer): number {
  let sum = 0xffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >> 1) ^ 0xa001 : sum >> 1
  }
  return sum
}

export function ndsRom(): Buffer {
  const [arm9, arm7] = [padded(program()), padded(idle())]
  const header = Buffer.alloc(HEADER)
  // `####`: a program of one's own, without the protected area.
  header.write('NIDOTEST\0\0\0\0####00', 0, 'latin1')
  const words = (at: number, values: number[]) =>
    values.forEach((value, index) => header.writeUInt32LE(value, at + index * 4))
  words(0x20, [HEADER, ARM9, ARM9, arm9.length])
  words(0x30, [HEADER + arm9.length, ARM7, ARM7, arm7.length])
  words(0x60, [0x00586000, 0x001808f8])
  words(0x80, [HEADER + arm9.length + arm7.length, HEADER])
  header.writeUInt16LE(crc16(header.subarray(0xc0, 0x15c)), 0x15c)
  header.writeUInt16LE(crc16(header.subarray(0, 0x15e)), 0x15e)
  const rom = Buffer.concat([header, arm9, arm7])
  return Buffer.concat([rom, Buffer.alloc(SIZE - rom.length, 0xff)])
}
