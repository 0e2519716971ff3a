// A thread that compresses blocks with bzip2: half a second of work each, which the event loop must not wait for.
import { parentPort } from 'node:worker_threads'
import BZip2 from 'bzip2-wasm'

const bzip2 = new BZip2()
await bzip2.init()

// The manual's bound for what does not compress: 1 % and 600 bytes more. A block that is empty needs it too.
const roomFor = (length: number): number => Math.ceil(length * 1.01) + 600

parentPort?.on('message', (block: Uint8Array) => {
  const compressed = bzip2.compress(block, 9, roomFor(block.length))
  parentPort?.postMessage(compressed, [compressed.buffer as ArrayBuffer])
})
