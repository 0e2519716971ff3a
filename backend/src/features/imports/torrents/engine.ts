// The process of a torrent, as its worker sees it.
import { createInterface } from 'node:readline'
import path from 'node:path'
import { type Child, reservedByNode, startBounded } from '../../../lib/child/bounds.ts'
import { type News, news, type TorrentOrder } from './messages.ts'

export interface EngineOptions {
  /** A module that is loaded before anything else, with the environment that it needs: it checks every connection. */
  preload: { module: string; environment: Record<string, string> } | null
  /** Milliseconds without any news after which it counts as hanging. */
  silenceMs: number
}

export interface EngineWatch {
  onNews(told: News): void
  /** It has ended by itself or hangs; `said`: its last words. Not called after `end`. */
  onEnd(said: string): void
}

const PROGRAM = path.join(import.meta.dirname, 'child.ts')
const MIB = 1024 * 1024
/** Its JavaScript heap, and all its memory: pieces and blocks of peers are outside of the heap. */
const HEAP_MIB = 96
const MEMORY = 384 * MIB
/** Sockets of peers and trackers, and files. */
const OPEN_FILES = 512
const GRACE_MS = 1_000
const SAID_CHARACTERS = 1_000
/** News of 20,000 files and half a million pieces come in lines shorter than this. */
const LINE_MAX = 8 * MIB

export class TorrentEngine {
  readonly #child: Child
  readonly #watch: EngineWatch
  readonly #silenceMs: number
  #said = ''
  #hasEnded = false
  #silence: NodeJS.Timeout | undefined

  constructor({ preload, silenceMs }: EngineOptions, watch: EngineWatch) {
    this.#watch = watch
    this.#silenceMs = silenceMs
    this.#child = startBounded({
      program: process.execPath,
      args: [
        `--max-old-space-size=${HEAP_MIB}`,
        // Its heap is small, and its buffers are many: by default, each few MiB of them had the whole heap looked
        // through. So new objects are collected often, which frees buffers, and the rest seldom.
        '--max-semi-space-size=1',
        '--heap-growing-percent=400',
        '--external-memory-accounted-in-global-limit',
        '--no-warnings',
        ...(preload ? ['--import', preload.module] : []),
        PROGRAM,
      ],
      searchPath: '',
      memory: MEMORY + reservedByNode(),
      processorSeconds: null,
      openFiles: OPEN_FILES,
      isPatient: false,
      environment: { UV_THREADPOOL_SIZE: '4', ...preload?.environment },
    })
    this.#follow()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  send(order: TorrentOrder): void {
    this.#child.stdin.write(`${JSON.stringify(order)}\n`)
  }

  /** Kills it, since it has nothing to finish. */
  end(): void {
    this.#hasEnded = true
    clearTimeout(this.#silence)
    this.#child.kill('SIGKILL')
  }

  #follow(): void {
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#said = (this.#said + chunk.toString()).slice(-SAID_CHARACTERS)
    })
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#hear(line))
    this.#child
      .once('error', (error) => this.#over(error.message))
      .once('close', (code, signal) => this.#over(`exit ${code ?? signal}: ${this.#said}`))
    this.#expectNews()
  }

  #hear(line: string): void {
    if (this.#hasEnded) return
    this.#expectNews()
    const told = line.length <= LINE_MAX ? news.safeParse(parsed(line)).data : undefined
    if (told === undefined) return this.#over('it says what it cannot')
    this.#watch.onNews(told)
  }

  #expectNews(): void {
    clearTimeout(this.#silence)
    // If this process was asleep itself, it first reads the news that came meanwhile.
    const giveUp = () => void (this.#silence = setTimeout(() => this.#over('it says nothing any more'), GRACE_MS))
    this.#silence = setTimeout(giveUp, this.#silenceMs)
  }

  #over(said: string): void {
    if (this.#hasEnded) return
    this.end()
    this.#watch.onEnd(said)
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
