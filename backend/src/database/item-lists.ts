// A list in a document of its own, which several processes may change at once.
import { type Model, Schema } from 'mongoose'
import { sleep } from '../lib/sleep.ts'
import { isDuplicateKey } from './errors.ts'

export interface ItemList<Item> {
  _id: string
  /** Increases with each change, so that two processes never overwrite each other. */
  revision: number
  items: Item[]
}

/** What mongoose knows of such a document. */
export const itemListSchema = <Item>(): Schema<ItemList<Item>> =>
  new Schema<ItemList<Item>>(
    {
      _id: { type: String, required: true },
      revision: { type: Number, required: true },
      items: { type: Schema.Types.Mixed, required: true },
    },
    { versionKey: false, minimize: false },
  )

/** How often a change is tried if others come first, and the longest pause between tries. */
const TRIES = 20
const PAUSE_MS = 50

/**
 * Changes a list, which is empty at first. `change` is called again if somebody else came first.
 * Returns false if others came first each time.
 */
export async function changeItems<Item>(
  model: Model<ItemList<Item>>,
  _id: string,
  change: (items: Item[]) => Item[],
): Promise<boolean> {
  // Mongoose does not type filters of documents with a type parameter.
  const lists = model as unknown as Model<ItemList<unknown>>
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await tryToChange(lists, _id, change as (items: unknown[]) => unknown[])) return true
    await sleep(Math.random() * PAUSE_MS)
  }
  return false
}

/** Returns false if somebody else has changed it in the meantime. */
async function tryToChange(
  model: Model<ItemList<unknown>>,
  _id: string,
  change: (items: unknown[]) => unknown[],
): Promise<boolean> {
  const before = await model.findById(_id).lean<ItemList<unknown>>()
  const items = change(before?.items ?? [])
  if (before !== null) {
    const { revision } = before
    const { matchedCount } = await model.updateOne({ _id, revision }, { $set: { items, revision: revision + 1 } })
    return matchedCount === 1
  }
  try {
    await model.create({ _id, revision: 1, items })
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}
