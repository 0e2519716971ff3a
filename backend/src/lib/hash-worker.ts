// A thread that hashes several streams at once and sends the buffers back to be filled again.
import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { HashAnswer, HashMessage } from './hashing.ts'

const hashes = new Map<number, Hash>()
const answer = (message: HashAnswer, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer)

parentPort?.on('message', (message: HashMessage) => {
  const { id } = message
  if (message.kind === 'begin') hashes.set(id, createHash(message.algorithm))
  if (message.kind === 'bytes') {
    hashes.get(id)?.update(new Uint8Array(message.buffer, 0, message.length))
    answer({ id, kind: 'buffer', buffer: message.buffer }, [message.buffer])
  }
  if (message.kind === 'end') {
    answer({ id, kind: 'digest', digest: hashes.get(id)?.digest('hex') ?? '' })
    hashes.delete(id)
  }
  if (message.kind === 'drop') hashes.delete(id)
})
