// Makes a file readable for a program on this machine: at a secret address on the loopback interface, for as long as
// the program runs.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { OpenFile } from '../../storage/types.ts'

export interface Lending {
  /** Runs `work` with an address at which the file can be read, in ranges (RFC 9110 section 14). */
  lend<T>(file: OpenFile, work: (url: string) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

export class LoopbackLending implements Lending {
  /** By the paths that they are read at. */
  readonly #files = new Map<string, OpenFile>()
  #server: Promise<Server> | undefined

  async lend<T>(file: OpenFile, work: (url: string) => Promise<T>): Promise<T> {
    this.#server ??= this.#open()
    const { port } = (await this.#server).address() as AddressInfo
    const path = `/${randomBytes(24).toString('hex')}`
    this.#files.set(path, file)
    try {
      return await work(`http://127.0.0.1:${port}${path}`)
    } finally {
      this.#files.delete(path)
    }
  }

  #open(): Promise<Server> {
    return new Promise((resolve, reject) => {
      const made = createServer((request, response) => this.#answer(request, response))
      made.once('error', reject)
      made.listen(0, '127.0.0.1', () => resolve(made))
    })
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const file = this.#files.get(request.url ?? '')
    if (!file || request.method !== 'GET') return void response.writeHead(404).end()
    const { size } = file.stat
    const match = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    const start = Number(match?.[1] ?? 0)
    const end = Math.min(size - 1, match?.[2] ? Number(match[2]) : size - 1)
    if (start > end) return void response.writeHead(416, { 'Content-Range': `bytes */${size}` }).end()
    response.writeHead(match ? 206 : 200, {
      'Accept-Ranges': 'bytes',
      'Content-Length': end - start + 1,
      ...(match ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}),
    })
    // The program disconnects whenever it seeks.
    pipeline(file.read({ start, end }), response).catch(() => response.destroy())
  }

  async stop(): Promise<void> {
    const made = await this.#server
    made?.close()
    made?.closeAllConnections()
  }
}
