// An open page as the server sees it: a socket that receives events.
import { WebSocket } from 'ws'
import { eventFrame, type EventFrame } from '../../backend/contract/events.ts'
import { until } from './until.ts'

type FrameOf<Type extends EventFrame['type']> = Extract<EventFrame, { type: Type }>

export interface PageOptions {
  /** The last event that it received: `epoch.seq`. */
  since?: string
  headers?: Record<string, string>
  /** Whether it answers pings; true by default. */
  autoPong?: boolean
}

export class LivePage {
  readonly socket: WebSocket
  readonly frames: EventFrame[] = []
  closeCode = 0

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data) => void this.frames.push(eventFrame.parse(JSON.parse(String(data)))))
    socket.on('close', (code) => {
      this.closeCode = code
    })
    socket.on('error', () => undefined)
  }

  /** Opens a socket to a replica (its base URL) and waits for the first event. @throws Error `refused with N` */
  static async open(
    url: string,
    token: string,
    { since, headers, autoPong = true }: PageOptions = {},
  ): Promise<LivePage> {
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}/api/events${since === undefined ? '' : `?since=${since}`}`,
      { headers: { ...(token && { 'X-Auth': token }), ...headers }, autoPong },
    )
    const page = new LivePage(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve).once('error', reject)
      socket.once('unexpected-response', (_, response) => {
        response.resume()
        reject(new Error(`refused with ${response.statusCode ?? 0}`))
      })
    })
    await page.hears(() => page.frames.length > 0 || page.isClosed)
    return page
  }

  /** The answer to an attempt: 101, or the status of the refusal. */
  static async statusOf(url: string, token: string, options?: PageOptions): Promise<number> {
    try {
      await (await LivePage.open(url, token, options)).close()
      return 101
    } catch (error) {
      return Number(/^refused with (\d+)$/.exec((error as Error).message)?.[1] ?? 0)
    }
  }

  get isClosed(): boolean {
    return this.socket.readyState === WebSocket.CLOSED
  }

  all<Type extends EventFrame['type']>(type: Type): FrameOf<Type>[] {
    return this.frames.filter((frame): frame is FrameOf<Type> => frame.type === type)
  }

  /** Every path reported as changed; a folder with everything in it ends in `/**`. */
  get changed(): string[] {
    return this.all('changed').flatMap(({ folder, names }) => {
      const prefix = folder === '/' ? '/' : `${folder}/`
      return names.length === 0 ? [`${prefix}**`] : names.map((name) => prefix + name)
    })
  }

  /** The `since` value that it would send when it reconnects. */
  get place(): string {
    return `${this.all('resync').at(-1)?.epoch ?? ''}.${this.frames.at(-1)?.seq ?? 0}`
  }

  /** Waits for an event. @throws Error with the events received instead */
  async hears(isTrue: () => boolean): Promise<void> {
    if (!(await until(isTrue)))
      throw new Error(`heard only ${JSON.stringify(this.frames)}, closed with ${this.closeCode}`)
  }

  /** Waits until paths have been reported as changed, by name or with their whole folder. */
  async hearsOf(...paths: string[]): Promise<void> {
    await this.hears(() =>
      paths.every((path) =>
        this.changed.some((told) => told === path || (told.endsWith('/**') && path.startsWith(told.slice(0, -2)))),
      ),
    )
  }

  async close(): Promise<void> {
    this.socket.close()
    await until(() => this.isClosed)
  }
}
