// A thread that hashes several streams at once, in memory that it shares with who fills it.
import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { HashAnswer, HashMessage } from './hashing.ts'

const hashes = new Map<number, Hash>()
const memories = new Map<number, SharedArrayBuffer>()
const answer = (message: HashAnswer) => parentPort?.postMessage(message)

parentPort?.on('message', (message: HashMessage) => {
  switch (message.kind) {
    case 'begin':
      hashes.set(message.id, createHash(message.algorithm))
      return
    case 'memory':
      memories.set(message.slot, message.memory)
      return
    case 'forget':
      memories.delete(message.slot)
      return
    case 'bytes': {
      const { id, slot, length } = message
      const memory = memories.get(slot)
      if (memory) hashes.get(id)?.update(new Uint8Array(memory, 0, length))
      answer({ id, kind: 'free', slot })
      return
    }
    case 'end':
      answer({ id: message.id, kind: 'digest', digest: hashes.get(message.id)?.digest('hex') ?? '' })
      hashes.delete(message.id)
      return
    case 'drop':
      hashes.delete(message.id)
  }
})
