// The language of people's browsers, for what the server writes to who has chosen none.
import type { Model } from 'mongoose'
import { chooseLocale } from '../../../contract/locales.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import type { UserDocument } from './model.ts'
import type { User } from './user.ts'

export interface SpokenLanguages {
  /**
   * Notes what a person's browser prefers, as tags of BCP 47, the best one first. The record that tokens tell of stays
   * the same.
   */
  hear(user: Pick<User, 'id' | 'locale' | 'language'>, languages: readonly string[]): Promise<void>
}

export const createSpokenLanguages = (
  model: Model<UserDocument>,
  changeCounters: Pick<ChangeCounters, 'announce'>,
): SpokenLanguages => ({
  hear: async ({ id, locale, language }, languages) => {
    const spoken = chooseLocale([...languages, language])
    if (locale !== '' || spoken === language) return
    await model.updateOne({ _id: String(id) }, { $set: { spoken } })
    await changeCounters.announce('users')
  },
})
