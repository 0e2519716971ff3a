// A thread that compresses blocks with bzip2. A block takes half a second, which would hold up the event loop.
import { parentPort } from 'node:worker_threads'
import BZip2 from 'bzip2-wasm'

const bzip2 = new BZip2()
await bzip2.init()

// The bound in bzip2's manual for incompressible data: 1 % plus 600 bytes. An empty block needs it too.
const roomFor = (length: number): number => Math.ceil(length * 1.01) + 600

parentPort?.on('message', (block: Uint8Array) => {
  const compressed = bzip2.compress(block, 9, roomFor(block.length))
  parentPort?.postMessage(compressed, [compressed.buffer as ArrayBuffer])
})
