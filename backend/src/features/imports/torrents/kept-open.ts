// Keeps the file that was used last open for a moment, since the pieces of a file come one after another. Not for long:
// what is deleted while it is open keeps its room on the disk.
import { constants, type FileHandle, open } from 'node:fs/promises'

const IDLE_MS = 500

export class KeptOpen {
  #last: { path: string; file: SharedFile } | null = null
  #timer: NodeJS.Timeout | undefined

  /** Works on a file, to read and to write; one that is not there is made. */
  async use<T>(path: string, work: (handle: FileHandle) => Promise<T>): Promise<T> {
    if (this.#last?.path !== path) {
      this.close()
      this.#last = { path, file: new SharedFile(path) }
    }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.close(), IDLE_MS).unref()
    return this.#last.file.use(work)
  }

  /** Closes it, as soon as nobody uses it any more. */
  close(): void {
    clearTimeout(this.#timer)
    this.#last?.file.end()
    this.#last = null
  }
}

/** One that is open until it was ended and nobody uses it. */
class SharedFile {
  readonly #opening: Promise<FileHandle>
  #uses = 0
  #hasEnded = false

  constructor(path: string) {
    this.#opening = open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
    this.#opening.catch(() => undefined)
  }

  async use<T>(work: (handle: FileHandle) => Promise<T>): Promise<T> {
    this.#uses += 1
    try {
      return await work(await this.#opening)
    } finally {
      this.#uses -= 1
      this.#closeIfOver()
    }
  }

  end(): void {
    this.#hasEnded = true
    this.#closeIfOver()
  }

  #closeIfOver(): void {
    if (!this.#hasEnded || this.#uses > 0) return
    this.#opening.then((handle) => handle.close()).catch(() => undefined)
  }
}
