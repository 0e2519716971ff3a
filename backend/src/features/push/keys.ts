// The keys by which push services know this household (VAPID, RFC 8292). They are made once, and kept in the database,
// which alone has them: what can be guessed of people, such as passwords and tokens, is hashed there, but a key that
// signs cannot be. The private one is never answered, logged or backed up.
import type { Model } from 'mongoose'
import webPush from 'web-push'
import { isDuplicateKey } from '../../database/errors.ts'
import type { PushKeysDocument } from './model.ts'

const ONLY = 'only'

export class PushKeys {
  readonly #model: Model<PushKeysDocument>
  #known: PushKeysDocument | null = null

  constructor(model: Model<PushKeysDocument>) {
    this.#model = model
  }

  /** Makes them when they are first asked for. */
  async get(): Promise<Pick<PushKeysDocument, 'publicKey' | 'privateKey'>> {
    this.#known ??= (await this.#model.findById(ONLY).lean<PushKeysDocument>()) ?? (await this.#make())
    return this.#known
  }

  /** Another process may make some at the same time: one of both counts. */
  async #make(): Promise<PushKeysDocument> {
    const made = { _id: ONLY, ...webPush.generateVAPIDKeys() }
    try {
      await this.#model.create(made)
      return made
    } catch (error) {
      const theirs = isDuplicateKey(error) ? await this.#model.findById(ONLY).lean<PushKeysDocument>() : null
      if (theirs === null) throw error
      return theirs
    }
  }
}
