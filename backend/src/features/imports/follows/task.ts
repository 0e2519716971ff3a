// Reads a feed in a child process, because it may be made to do harm.
import type { Task } from '../../../lib/child/serve.ts'
import { type FeedQuestion, readFeed } from './read-feed.ts'

/** The value of the answer is a `FeedAnswer`; `input` is a `FeedQuestion`. */
export const feed: Task = (input, body) => ({ value: readFeed(new TextDecoder().decode(body), input as FeedQuestion) })
