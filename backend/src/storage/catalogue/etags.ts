// ETags of all files. Most are an MD5, with the number of parts behind it for uploads in parts, and are kept as bytes;
// the rare others as text.
import { BytesColumn, integers } from './columns.ts'

const USUAL = /^([0-9a-f]{32})(?:-(\d{1,6}))?$/
const OTHER = -1
const MD5_BYTES = 16

export class Etags {
  readonly #hashes = new BytesColumn(MD5_BYTES)
  readonly #parts = integers()
  readonly #others = new Map<number, string>()

  set(node: number, etag: string): void {
    const [, hash, parts = '0'] = USUAL.exec(etag) ?? []
    this.clear(node)
    if (hash === undefined) this.#others.set(node, etag)
    else this.#hashes.set(node, Buffer.from(hash, 'hex'))
    this.#parts.set(node, hash === undefined ? OTHER : Number(parts))
  }

  get(node: number): string {
    const parts = this.#parts.get(node)
    if (parts === OTHER) return this.#others.get(node) ?? ''
    return parts === 0 ? this.#hashes.hex(node) : `${this.#hashes.hex(node)}-${parts}`
  }

  clear(node: number): void {
    if (this.#parts.get(node) === OTHER) this.#others.delete(node)
  }

  get bytes(): number {
    return this.#hashes.bytes + this.#parts.bytes
  }
}
