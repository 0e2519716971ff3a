// A thread that hashes several streams at once, in memory that it shares with who fills it.
import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { HashAnswer, HashMessage } from './hashing.ts'

const streams = new Map<number, { hash: Hash; slots: SharedArrayBuffer[] }>()
const answer = (message: HashAnswer) => parentPort?.postMessage(message)

parentPort?.on('message', (message: HashMessage) => {
  const { id } = message
  if (message.kind === 'begin') streams.set(id, { hash: createHash(message.algorithm), slots: [] })
  const stream = streams.get(id)
  if (message.kind === 'memory') stream?.slots.push(message.memory)
  if (message.kind === 'bytes') {
    const memory = stream?.slots[message.slot]
    // One that was dropped has none any more.
    if (memory) stream?.hash.update(new Uint8Array(memory, 0, message.length))
    answer({ id, kind: 'free', slot: message.slot })
  }
  if (message.kind === 'end') answer({ id, kind: 'digest', digest: stream?.hash.digest('hex') ?? '' })
  if (message.kind === 'end' || message.kind === 'drop') streams.delete(id)
})
