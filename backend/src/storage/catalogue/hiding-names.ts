// Files that another tool has put at the name of a folder. On MinIO no listing tells any more what lies in such a
// folder, so what was heard of it is remembered here.

/** More are not counted: it is enough to know that there are many. */
const MAX = 100

/** A file, and a key that lies below its name. */
export interface HidingName {
  bucket: string
  file: string
  below: string
}

export class HidingNames {
  readonly #known = new Map<string, HidingName>()

  get all(): HidingName[] {
    return [...this.#known.values()]
  }

  /** Notes that a name is a file and a folder. The key below it serves to ask later whether it is still so. */
  note(name: HidingName): void {
    const id = `${name.bucket}/${name.file}`
    if (this.#known.size < MAX && !this.#known.has(id)) this.#known.set(id, name)
  }

  /** Forgets a name, since the file is gone or nothing is below it. */
  forget({ bucket, file }: Pick<HidingName, 'bucket' | 'file'>): void {
    if (this.#known.size > 0) this.#known.delete(`${bucket}/${file}`)
  }
}
