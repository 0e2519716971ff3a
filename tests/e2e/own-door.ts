// A Nido below a base path, behind a door that can be shut, and behind which Nido can be upgraded: then the same page
// has scripts of other names, as another build has.
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { test as base } from './games.ts'

export interface OwnDoor {
  url: string
  /** Ends all connections, and takes no more. */
  shut(): Promise<void>
  open(): Promise<void>
  /** Has another build of the page from now on, or the first one again; ends all sockets, as a restart does. */
  upgrade(isUpgraded?: boolean): void
}

/** Another name for each script of the page, and the first name for the other one. */
const renameScripts = (text: string): string =>
  text.replaceAll(/-([\w-]{8})\.js\b/g, (_, hash: string) => `-${[...hash].reverse().join('')}.js`)

const renameBuild = (text: string): string => renameScripts(text).replace('"version":"', '"version":"other-')

async function startDoor(site: URL): Promise<OwnDoor & { server: http.Server }> {
  let isOther = false
  const sockets = new Set<net.Socket>()
  const server = http.createServer((request, response) => pass(request, response, { site, isOther }))
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  })
  server.on('upgrade', (request: IncomingMessage, socket: net.Socket, head: Buffer) => {
    const onward = net.connect(Number(site.port), site.hostname)
    const headers = request.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []))
    onward.write([`${request.method} ${request.url} HTTP/1.1`, ...headers, '', ''].join('\r\n'))
    onward.write(head)
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket.on('close', () => onward.destroy())
    onward.pipe(socket).pipe(onward)
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve)
    })
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    server,
    url: `http://127.0.0.1:${port}${site.pathname.replace(/\/$/, '')}`,
    open: () => listen(port),
    shut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        end()
      }),
    upgrade(isUpgraded = true) {
      isOther = isUpgraded
      end()
    },
  }
}

function pass(request: IncomingMessage, response: ServerResponse, { site, isOther }: { site: URL; isOther: boolean }) {
  const onward = http.request({
    host: site.hostname,
    port: site.port,
    method: request.method,
    path: isOther ? renameScripts(request.url ?? '') : request.url,
    headers: isOther ? { ...request.headers, 'accept-encoding': 'identity' } : request.headers,
  })
  onward.on('error', () => response.destroy())
  onward.on('response', (answer) => {
    answer.on('error', () => response.destroy())
    const isCode = /^text\/(?:html|javascript)/.test(answer.headers['content-type'] ?? '')
    if (isOther && isCode) return void renamed(answer, response)
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  })
  request.pipe(onward)
}

async function renamed(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = renameBuild(Buffer.concat(await answer.toArray()).toString())
  const { 'content-length': _, ...headers } = answer.headers
  response.writeHead(answer.statusCode ?? 500, headers)
  response.end(text)
}

/** Service workers are allowed. */
export const test = base.extend<object, { house: OwnDoor }>({
  house: [
    async ({ site }, use) => {
      const { server, ...house } = await startDoor(new URL(site.urls[0] ?? ''))
      await use(house)
      if (server.listening) await house.shut()
    },
    { scope: 'worker' },
  ],
  door: [({ house }, use) => use(house.url), { scope: 'worker' }],
  serviceWorkers: 'allow',
})
