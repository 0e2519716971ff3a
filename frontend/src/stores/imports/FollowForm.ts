// The form for following a feed: its link, and how its entries are imported.
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { FollowBody } from '../../../../backend/contract/follows.ts'
import type { FeedKind, VideoPreset } from '../../../../backend/contract/import-kinds.ts'
import { messageOf } from '../../api/error-message.ts'
import { ApiError } from '../../api/http.ts'
import type { Message } from '../../i18n/message.ts'
import { linksOf } from '../../lib/import-links.ts'
import type { FollowsStore } from '../FollowsStore.ts'

export class FollowForm {
  link = ''
  kind: FeedKind = 'auto'
  preset: VideoPreset = 'best'
  /** Whether the entries that are there already come, too. */
  old = false
  /** A folder; empty for the usual one. */
  target = ''
  isBusy = false
  error: Message | null = null
  readonly #follows: Pick<FollowsStore, 'add'>

  constructor(follows: Pick<FollowsStore, 'add'>) {
    this.#follows = follows
    makeAutoObservable(this, { error: observableRef }, { autoBind: true })
  }

  /** What is wrong with the last link is no longer said. */
  setLink(link: string): void {
    this.link = link
    this.error = null
  }

  setTarget(target: string): void {
    this.target = target
  }

  choose(change: Partial<Pick<FollowForm, 'kind' | 'preset' | 'old'>>): void {
    Object.assign(this, change)
  }

  /** Follows the link. Returns whether that is so. Never throws. */
  async submit(): Promise<boolean> {
    const { links, others } = linksOf(this.link)
    const [link] = links
    if (link === undefined || links.length > 1 || others > 0) {
      this.error = { key: 'imports.follows.oneLink' }
      return false
    }
    const { kind, preset, old } = this
    if (!(await this.#add({ link, kind, preset, old }))) return false
    this.setLink('')
    this.choose({ old: false })
    return true
  }

  /** Lets a folder be watched. Returns whether that is so. Never throws. */
  watch(folder: string): Promise<boolean> {
    return this.#add({ link: folder, kind: 'folder' })
  }

  async #add(wish: FollowBody): Promise<boolean> {
    const { target } = this
    this.isBusy = true
    const error = await this.#follows.add({ ...wish, ...(target === '' ? {} : { target }) }).then(
      () => null,
      (thrown: unknown) => reasonOf(thrown, wish),
    )
    runInAction(() => Object.assign(this, { isBusy: false, error }))
    return error === null
  }
}

function reasonOf(error: unknown, { kind }: FollowBody): Message {
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'conflict')
    return { key: kind === 'folder' ? 'imports.follows.watchedAlready' : 'imports.follows.already' }
  if (code === 'tooMany') return { key: 'imports.follows.tooMany' }
  if (code === 'badRequest') return { key: kind === 'folder' ? 'imports.follows.ownFolder' : 'imports.error.badLink' }
  return messageOf(error)
}
