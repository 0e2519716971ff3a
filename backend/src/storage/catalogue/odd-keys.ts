// Keys that other tools have made and that cannot be a path. They are counted for the status page and left alone.
import { isPathKey } from '../paths.ts'

/** More are not counted: it is enough to know that there are many. */
const MAX = 10_000

/** Whether a key cannot be a path because something is missing between two slashes, or before the first. */
export const hasEmptySegment = (key: string): boolean => key.startsWith('/') || key.includes('//')

export class OddKeys {
  /** By bucket and key, the look that has seen it last. */
  readonly #seen = new Map<string, number>()

  get count(): number {
    return this.#seen.size
  }

  put(bucket: string, key: string, look: number): void {
    if (isPathKey(key)) return
    const name = `${bucket}/${key}`
    if (this.#seen.size < MAX || this.#seen.has(name)) this.#seen.set(name, look)
  }

  remove(bucket: string, key: string): void {
    if (this.#seen.size > 0) this.#seen.delete(`${bucket}/${key}`)
  }

  /** Forgets what no look has seen below a folder since `look` began. */
  sweep(bucket: string, path: string, look: number): void {
    const prefix = path === '' ? `${bucket}/` : `${bucket}/${path}/`
    for (const [name, seen] of this.#seen) if (seen < look && name.startsWith(prefix)) this.#seen.delete(name)
  }
}
