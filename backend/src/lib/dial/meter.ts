import { Transform } from 'node:stream'

/** More bytes came than allowed. */
export class TooManyBytes extends Error {
  readonly code = 'ETOOLARGE'
  constructor() {
    super('more bytes came than allowed')
    this.name = 'TooManyBytes'
  }
}

/** Counts the bytes of all streams that pass through it, and ends the one that exceeds the limit. */
export class Meter {
  readonly #limit: number
  bytes = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get isSpent(): boolean {
    return this.bytes > this.#limit
  }

  /** A stream that passes on what comes. It fails with TooManyBytes. */
  through(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.bytes += chunk.length
        if (this.isSpent) done(new TooManyBytes())
        else done(null, chunk)
      },
    })
  }
}
