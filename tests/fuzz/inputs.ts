// Inputs for parsers: texts made of words that mean something to them, and files with a few changed bytes.
import fc from 'fast-check'

/** UTF-16 code units in any order, including halves of characters and control characters. */
const wildText = fc.array(fc.nat(0xffff), { maxLength: 6 }).map((units) => String.fromCharCode(...units))
const plainText = fc.string({ maxLength: 8 })
const number = fc.oneof(
  fc.nat(100).map(String),
  fc.maxSafeNat().map(String),
  fc.constantFrom('9007199254740993', '18446744073709551616', '9'.repeat(400)),
)

/** Texts made of pieces that a parser knows, numbers, and anything in between. */
export const textOf = (pieces: readonly string[], maxLength = 16): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({ arbitrary: fc.constantFrom(...pieces), weight: 6 }, number, plainText, wildText), {
      maxLength,
      size: 'max',
    })
    .map((parts) => parts.join(''))

/** The same as it arrives in a request's head: Node.js presents each byte as one character. */
export const wireTextOf = (pieces: readonly string[], maxLength = 16): fc.Arbitrary<string> =>
  textOf(pieces, maxLength).map((text) => Buffer.from(text).toString('latin1'))

/** A change to bytes. `at` and `length` are taken modulo the available length. */
interface Mutation {
  kind: (typeof KINDS)[number]
  at: number
  length: number
  value: number
  donor: number
}

const KINDS = ['bit', 'byte', 'u16', 'u32', 'u32be', 'insert', 'remove', 'repeat', 'cut', 'splice'] as const
/** Numbers at which counters and lengths overflow. */
const TURNS = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff]

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(0xffff),
  length: fc.nat(64),
  value: fc.oneof(fc.constantFrom(...TURNS), fc.nat(0xff)),
  donor: fc.nat(0xffff),
})

/** One of several valid files with up to `most` changes. */
export const bytesLike = (files: readonly Uint8Array[], most = 8): fc.Arbitrary<Buffer> =>
  fc
    .tuple(fc.constantFrom(...files), fc.array(mutation, { maxLength: most, size: 'max' }))
    .map(([file, mutations]) => mutations.reduce<Buffer>((bytes, one) => mutate(bytes, one, files), Buffer.from(file)))

function mutate(
  bytes: Buffer,
  { kind, at: place, length, value, donor }: Mutation,
  files: readonly Uint8Array[],
): Buffer {
  const at = bytes.length === 0 ? 0 : place % bytes.length
  const around = (middle: Uint8Array, skipped: number) =>
    Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(at + skipped)])
  const word = Buffer.alloc(4)
  switch (kind) {
    case 'bit':
      return around(Buffer.from([(bytes[at] ?? 0) ^ (1 << (value % 8))]), 1)
    case 'byte':
      return around(Buffer.from([value & 0xff]), 1)
    case 'u16':
      word.writeUInt16LE(value & 0xffff)
      return around(word.subarray(0, 2), 2)
    case 'u32':
      word.writeUInt32LE(value)
      return around(word, 4)
    case 'u32be':
      word.writeUInt32BE(value)
      return around(word, 4)
    case 'insert':
      return around(Buffer.alloc(length, value & 0xff), 0)
    case 'remove':
      return around(Buffer.alloc(0), length)
    case 'repeat':
      return around(bytes.subarray(Math.max(0, at - length), at), 0)
    case 'cut':
      return bytes.subarray(0, at)
    case 'splice': {
      const other = files[donor % files.length] ?? bytes
      const from = other.length === 0 ? 0 : donor % other.length
      return around(other.subarray(from, from + length), length)
    }
  }
}
