// A reader that has stopped reading: a raw connection that reads the head of an answer and nothing after it.
import net from 'node:net'
import type { Client } from '../helpers/client.ts'

export interface StalledDownload {
  /** Reads to the end and returns how many bytes of the body arrived in total. */
  finish(): Promise<number>
  close(): void
}

/** Starts a download from one of the replicas and stops reading. `path` is below the base path, percent-encoded. */
export async function stallDownload(base: string, client: Client, path: string): Promise<StalledDownload> {
  const url = new URL(base)
  const socket = net.connect({ host: url.hostname, port: Number(url.port) })
  socket.write(
    `GET ${url.pathname.replace(/\/$/, '')}${path} HTTP/1.1\r\nHost: ${url.host}\r\nX-Auth: ` +
      `${client.token}\r\nConnection: close\r\n\r\n`,
  )
  let bytes = await new Promise<number>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('data', (first) => {
      socket.pause()
      if (!first.toString('latin1').startsWith('HTTP/1.1 200')) reject(new Error(first.toString('latin1', 0, 200)))
      resolve(first.length - (first.indexOf('\r\n\r\n') + 4))
    })
  })
  return {
    finish: () =>
      new Promise((resolve, reject) => {
        socket.on('data', (chunk) => {
          bytes += chunk.length
        })
        socket.once('error', reject).once('end', () => resolve(bytes))
        socket.resume()
      }),
    close: () => socket.destroy(),
  }
}
