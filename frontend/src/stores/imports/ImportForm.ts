// What a person brings to be imported on one screen, how it is to come, and what became of it.
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { checksumAlgorithmOf } from '../../../../backend/contract/checksums.ts'
import { IMPORT_ERRORS, type ImportError } from '../../../../backend/contract/import-kinds.ts'
import type { ImportHistoryItem } from '../../../../backend/contract/imports.ts'
import { isLinkFileName, LINK_FILE_MAX_BYTES, linkTextOf } from '../../../../backend/contract/link-files.ts'
import { TORRENT_MAX_BYTES } from '../../../../backend/contract/limits.ts'
import { messageOf } from '../../api/error-message.ts'
import { ApiError } from '../../api/http.ts'
import type { Message } from '../../i18n/message.ts'
import type { FixedText } from '../../lib/fixed-texts.ts'
import { isMagnet, isTorrentName, linksOf } from '../../lib/import-links.ts'
import type { ImportsStore, LinkWish } from '../ImportsStore.ts'
import { importErrorKey } from './ends.ts'
import { keepVideoWish, keptVideoWish, type VideoWish } from './video-wish.ts'

/** What became of the last attempt: a specified text, and whatever else is to be said. */
export interface ImportNote {
  isBad: boolean
  fixed: FixedText | null
  messages: readonly Message[]
}

/** `torrents`: files and magnet links above all. `videos`: links to pages and files. */
export type ImportScreen = 'torrents' | 'videos'

export type LinkKind = 'video' | 'link'

export class ImportForm {
  /** A folder; empty for the usual one. */
  target = ''
  /** Whether a torrent comes from its beginning on. */
  inOrder = false
  video: VideoWish
  /** Whether links lead to pages with videos, or to files; null leaves it to the server. */
  kind: LinkKind | null = null
  /** What the file at the next link must have, in hexadecimal; empty if nothing is known. */
  checksum = ''
  isBusy = false
  note: ImportNote | null = null
  /** Links of the last attempt that the person has imported before. */
  known: readonly ImportHistoryItem[] = []
  readonly #screen: ImportScreen
  readonly #imports: ImportsStore
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>

  constructor(screen: ImportScreen, imports: ImportsStore, storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#screen = screen
    this.#imports = imports
    this.#storage = storage
    this.video = keptVideoWish(storage)
    makeAutoObservable(this, { note: observableRef, video: observableRef, known: observableRef }, { autoBind: true })
  }

  setTarget(target: string): void {
    this.target = target
  }

  setInOrder(inOrder: boolean): void {
    this.inOrder = inOrder
  }

  setKind(kind: LinkKind | null): void {
    this.kind = kind
  }

  setChecksum(checksum: string): void {
    this.checksum = checksum.trim()
  }

  /** Whether a checksum is written that is none. */
  get isChecksumWrong(): boolean {
    return this.checksum !== '' && checksumAlgorithmOf(this.checksum) === null
  }

  /** The choice is remembered in this browser. */
  chooseVideo(change: Partial<VideoWish>): void {
    this.video = { ...this.video, ...change }
    keepVideoWish(this.#storage, this.video)
  }

  tell(note: ImportNote | null): void {
    this.note = note
  }

  /** Takes what was dropped or pasted: torrents, texts with links, or links themselves. Never throws. */
  async take({ files, text }: { files: readonly File[]; text: string }): Promise<void> {
    const texts = files.filter(isLinkFile)
    const others = files.filter((file) => !isLinkFile(file))
    if (others.length > 0 && (await this.startFiles(others)).length > 0) return
    if (texts.length > 0) await this.startText(await linksInFiles(texts))
    else if (others.length === 0) await this.startText(text)
  }

  /** Starts torrents by their files, one after the other. Returns those that have not begun. Never throws. */
  async startFiles(files: readonly File[]): Promise<readonly File[]> {
    const wrong = files.filter(({ name }) => !isTorrentName(name))
    if (files.length === 0 || wrong.length > 0) {
      const messages = wrong.map(({ name }): Message => ({ key: 'imports.notTorrent', values: { name } }))
      this.tell({ isBad: true, fixed: 'chooseFirst', messages })
      return files
    }
    const large = files.find(({ size }) => size > TORRENT_MAX_BYTES)
    if (large !== undefined) {
      const message: Message = { key: 'imports.torrentTooLarge', values: { name: large.name } }
      this.tell({ isBad: true, fixed: 'failed', messages: [message] })
      return files
    }
    const failures = new Map<File, unknown>()
    await this.#run(async () => {
      for (const file of files) await this.#startFile(file).catch((error: unknown) => failures.set(file, error))
      await this.#imports.refresh()
      return failures.size === 0 ? { isBad: false, fixed: 'started', messages: [] } : noteOfFailures(failures, files)
    })
    return [...failures.keys()]
  }

  #startFile(file: File): Promise<void> {
    return this.#imports.calls.startTorrent(file, { target: this.target, inOrder: this.inOrder })
  }

  /** Starts all links in a text. Returns whether all of them have begun. Never throws. */
  async startText(text: string, isAgain = false): Promise<boolean> {
    const { links, others } = linksOf(text)
    if (links.length === 0) {
      this.tell({ isBad: true, fixed: null, messages: [{ key: 'imports.noLinks' }] })
      return false
    }
    const objection = this.#objectionTo(links)
    if (objection !== null) {
      this.tell({ isBad: true, fixed: null, messages: [{ key: objection }] })
      return false
    }
    return this.#run(async () => {
      const wish = isAgain ? { ...this.#wish, again: true } : this.#wish
      const { refused, known } = await this.#imports.startLinks(links, wish)
      this.#know(known)
      // It belongs to this link alone. While the link is asked about, it is still needed.
      if (known.length === 0) this.setChecksum('')
      return noteOf({ started: links.length - refused.length - known.length, refused, others })
    })
  }

  /** Starts the known links of the last attempt once more. */
  async startAgain(): Promise<void> {
    await this.startText(this.known.map(({ link }) => link).join('\n'), true)
  }

  /** What is wrong with the checksum, if anything. */
  #objectionTo(links: readonly string[]): 'imports.checksum.wrong' | 'imports.checksum.oneLink' | null {
    if (this.checksum === '') return null
    if (this.isChecksumWrong) return 'imports.checksum.wrong'
    return links.length > 1 || links.some(isMagnet) ? 'imports.checksum.oneLink' : null
  }

  /** Where links go and how they come. */
  get #wish(): LinkWish {
    const { target, inOrder, video, kind, checksum } = this
    if (this.#screen === 'torrents') return { target, inOrder }
    if (checksum !== '') return { target, kind: 'link', checksum }
    return { target, ...video, ...(kind === null ? {} : { kind }) }
  }

  /** Returns whether the work went well, which its note says. */
  async #run(work: () => Promise<ImportNote | null>): Promise<boolean> {
    this.#setBusy(true)
    try {
      const note = await work()
      this.tell(note)
      return note?.isBad !== true
    } catch (error) {
      const fixed = this.#screen === 'videos' ? null : failureText(error)
      this.tell({ isBad: true, fixed, messages: [reasonOf(error)] })
      return false
    } finally {
      this.#setBusy(false)
    }
  }

  #know(known: readonly ImportHistoryItem[]): void {
    runInAction(() => {
      this.known = known
    })
  }

  #setBusy(isBusy: boolean): void {
    runInAction(() => {
      this.isBusy = isBusy
    })
  }
}

const isLinkFile = ({ name, size }: File): boolean => isLinkFileName(name) && size <= LINK_FILE_MAX_BYTES

const linksInFiles = async (files: readonly File[]): Promise<string> =>
  (await Promise.all(files.map(async (file) => linkTextOf(file.name, await file.text())))).join('\n')

/** As specified: whether the server has answered at all. */
const failureText = (error: unknown): FixedText =>
  error instanceof ApiError && error.status > 0 ? 'refused' : 'failed'

/** Why torrents have not begun; of several, each by its name. */
function noteOfFailures(failures: ReadonlyMap<File, unknown>, files: readonly File[]): ImportNote {
  const [error] = failures.values()
  const started = files.length - failures.size
  const messages = [...failures].map(([{ name }, each]): Message =>
    files.length === 1 ? reasonOf(each) : { key: 'imports.refusedOne', values: { link: name, reason: reasonOf(each) } },
  )
  if (started > 0) messages.unshift({ key: 'imports.started', values: { count: started } })
  return { isBad: true, fixed: failureText(error), messages }
}

/** Why the server refused it. It says in its own words what is wrong with a torrent. */
function reasonOf(error: unknown): Message {
  const code =
    error instanceof ApiError ? IMPORT_ERRORS.find((each) => error.message.startsWith(`${each}:`)) : undefined
  return code === undefined ? messageOf(error) : { key: importErrorKey(code) }
}

interface Outcome {
  started: number
  refused: readonly { link: string; error: ImportError }[]
  /** Words that are no links. */
  others: number
}

/** No more than these are told one by one. */
const REFUSED_SHOWN = 5
const LINK_SHOWN = 80

const shorten = (link: string): string => (link.length > LINK_SHOWN ? `${link.slice(0, LINK_SHOWN - 1)}…` : link)

function noteOf({ started, refused, others }: Outcome): ImportNote | null {
  const told = refused.slice(0, REFUSED_SHOWN)
  const more = refused.length - told.length
  const messages: Message[] = told.map(({ link, error }) => ({
    key: 'imports.refusedOne',
    values: { link: shorten(link), reason: { key: importErrorKey(error) } },
  }))
  if (started > 0) messages.unshift({ key: 'imports.started', values: { count: started } })
  if (more > 0) messages.push({ key: 'imports.refusedMore', values: { count: more } })
  if (others > 0) messages.push({ key: 'imports.leftOut', values: { count: others } })
  return messages.length === 0 ? null : { isBad: refused.length > 0, fixed: null, messages }
}
