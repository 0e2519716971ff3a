// The file that is open above its folder: what it is, its neighbours, and the text in it.
import { makeAutoObservable } from 'mobx'
import type { Item } from '../../../backend/contract/resources.ts'
import { ApiError } from '../api/http.ts'
import type { SizedPicture } from '../lib/pictures.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'

export class PreviewStore implements Store {
  #expected: string | null = null
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, {}, { autoBind: true })
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#expected = null
  }

  get item(): Item | null {
    const { file, items } = this.#root.listing
    return items.find(({ path }) => path === file) ?? null
  }

  /** Whether the open file was renamed, moved or deleted by somebody else. */
  get isGone(): boolean {
    const { file, state, isHidden } = this.#root.listing
    return file !== null && state === 'ready' && this.item === null && !isHidden(file)
  }

  /** The folder's files in display order. */
  get files(): readonly Item[] {
    return this.#root.listing.sorted.filter(({ isDir }) => !isDir)
  }

  /** The position of the open file; -1 if it is not listed. */
  get position(): number {
    const { file } = this.#root.listing
    return this.files.findIndex(({ path }) => path === file)
  }

  get previous(): Item | null {
    return this.files[this.position - 1] ?? null
  }

  get next(): Item | null {
    return this.position < 0 ? null : (this.files[this.position + 1] ?? null)
  }

  /** The neighbouring pictures that may be prefetched; whole files up to `maxBytes`. */
  picturesAhead(maxBytes: number): SizedPicture[] {
    return [this.next, this.previous].flatMap((item) => {
      if (item?.type !== 'image') return []
      const { big, original } = this.#root.thumbs.sourcesOf(item)
      return big ?? (item.size <= maxBytes ? { src: original } : [])
    })
  }

  /** This page itself is about to change a file, so no notice is needed. */
  expectChange(path: string): void {
    this.#expected = path
  }

  /** The open file has new content, which is shown. Says so if somebody else changed it. */
  noteReplaced({ path, name }: Item): void {
    if (this.#expected !== path)
      this.#root.toasts.show({ kind: 'plain', message: { key: 'preview.replaced', values: { name } } })
    this.#expected = null
  }

  /** Fetches a text's content. @throws ApiError */
  async readText(path: string): Promise<string> {
    const resource = await this.#root.api.resources.get(path)
    // An empty file's content is omitted, like everything empty (api-contract 3.1).
    const content = 'content' in resource ? resource.content : resource.size === 0 ? '' : undefined
    if (content === undefined) throw new ApiError(202, 'downloadDenied', 'the content was not told')
    return content
  }
}

/** The store, created when it is first used. */
export const previewOf = (root: RootStore): PreviewStore => (root.later.preview ??= new PreviewStore(root))
