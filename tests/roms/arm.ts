// A tiny assembler for the ARM instructions that the test programs are made of (ARM Architecture Reference Manual, A5).

/** When an instruction is carried out: always, or by the last comparison. */
const CONDITIONS = { always: 0xe, equal: 0x0, unequal: 0x1 } as const
type Condition = keyof typeof CONDITIONS

/** A place in the program that a branch leads to. */
export type Label = number

export class ArmProgram {
  readonly #words: number[] = []
  /** Instructions that load a value from behind the program. */
  readonly #loads: { at: number; value: number }[] = []

  get here(): Label {
    return this.#words.length
  }

  /** Puts a value of 32 bits into a register. */
  load(register: number, value: number, when: Condition = 'always'): this {
    this.#loads.push({ at: this.here, value: value >>> 0 })
    return this.#add(0x059f0000 | (register << 12), when)
  }

  storeWord = (register: number, at: number) => this.#add(0x05800000 | (at << 16) | (register << 12))
  /** Then adds 4 to the address. */
  storeWordOnward = (register: number, at: number) => this.#add(0x04800004 | (at << 16) | (register << 12))
  storeHalf = (register: number, at: number, when: Condition = 'always') =>
    this.#add(0x01c000b0 | (at << 16) | (register << 12), when)
  storeByte = (register: number, at: number, when: Condition = 'always') =>
    this.#add(0x05c00000 | (at << 16) | (register << 12), when)
  loadHalf = (register: number, at: number) => this.#add(0x01d000b0 | (at << 16) | (register << 12))
  loadByte = (register: number, at: number) => this.#add(0x05d00000 | (at << 16) | (register << 12))
  /** Compares bits with 0. */
  test = (register: number, bits: number) => this.#add(0x03100000 | (register << 16) | bits)
  compare = (register: number, byte: number) => this.#add(0x03500000 | (register << 16) | byte)
  /** Subtracts 1 and compares with 0. */
  countDown = (register: number) => this.#add(0x02500001 | (register << 16) | (register << 12))
  branch = (to: Label, when: Condition = 'always') => this.#add(0x0a000000 | ((to - this.here - 2) & 0xffffff), when)

  /** Fills memory from an address on with one word. Uses registers 8 and 9, and the one with the word. */
  fill(address: number, { words, register }: { words: number; register: number }): this {
    this.load(8, address).load(9, words)
    const again = this.here
    return this.storeWordOnward(register, 8).countDown(9).branch(again, 'unequal')
  }

  /** Stores a half word at an address. Uses registers 8 and 9. */
  setHalf = (address: number, value: number) => this.load(8, address).load(9, value).storeHalf(9, 8)
  setWord = (address: number, value: number) => this.load(8, address).load(9, value).storeWord(9, 8)
  setByte = (address: number, value: number) => this.load(8, address).load(9, value).storeByte(9, 8)

  bytes(): Buffer {
    const words = [...this.#words]
    for (const { at, value } of this.#loads) {
      // The program counter is two instructions ahead.
      words[at] = (words[at] ?? 0) | ((words.length - at - 2) * 4)
      words.push(value)
    }
    const bytes = Buffer.alloc(words.length * 4)
    words.forEach((word, index) => bytes.writeUInt32LE(word >>> 0, index * 4))
    return bytes
  }

  #add(word: number, when: Condition = 'always'): this {
    this.#words.push((CONDITIONS[when] << 28) | word)
    return this
  }
}

/** Two pixels of one colour; parts from 0 to 31. */
export const twoPixels = (red: number, green: number, blue: number): number => {
  const pixel = red | (green << 5) | (blue << 10)
  return (pixel | (pixel << 16)) >>> 0
}
