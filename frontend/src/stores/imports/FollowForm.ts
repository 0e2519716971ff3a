// What a person wants to follow, and how what is found is to come.
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { FollowKind, VideoPreset } from '../../../../backend/contract/import-kinds.ts'
import { messageOf } from '../../api/error-message.ts'
import { ApiError } from '../../api/http.ts'
import type { Message } from '../../i18n/message.ts'
import { linksOf } from '../../lib/import-links.ts'
import type { FollowsStore } from '../FollowsStore.ts'

export class FollowForm {
  link = ''
  kind: FollowKind = 'auto'
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
    const { kind, preset, old, target } = this
    this.isBusy = true
    const error = await this.#follows.add({ link, kind, preset, old, ...(target === '' ? {} : { target }) }).then(
      () => null,
      (thrown: unknown) => reasonOf(thrown),
    )
    runInAction(() => {
      Object.assign(this, { isBusy: false, error, ...(error === null ? { link: '', old: false } : {}) })
    })
    return error === null
  }
}

function reasonOf(error: unknown): Message {
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'conflict') return { key: 'imports.follows.already' }
  if (code === 'tooMany') return { key: 'imports.follows.tooMany' }
  if (code === 'badRequest') return { key: 'imports.error.badLink' }
  return messageOf(error)
}
