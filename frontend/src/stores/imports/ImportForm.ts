// What a person brings to be imported on one screen, how it is to come, and what became of it.
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { checksumAlgorithmOf } from '../../../../backend/contract/checksums.ts'
import { VIDEO_HOSTS } from '../../../../backend/contract/import-kinds.ts'
import type { ImportHistoryItem } from '../../../../backend/contract/imports.ts'
import { isLinkFileName, LINK_FILE_MAX_BYTES, linkTextOf } from '../../../../backend/contract/link-files.ts'
import { TORRENT_MAX_BYTES } from '../../../../backend/contract/limits.ts'
import type { Message } from '../../i18n/message.ts'
import { isMagnet, isTorrentName, linksOf } from '../../lib/import-links.ts'
import { readPart } from '../../lib/typed-time.ts'
import type { ImportsStore, ImportOptions } from '../ImportsStore.ts'
import { VideoLook } from './VideoLook.ts'
import { failureText, type ImportNote, noteOf, noteOfFailures, reasonOf } from './import-notes.ts'
import { keepVideoOptions, keptVideoOptions, type VideoOptions } from './video-options.ts'

/** `torrents`: files and magnet links above all. `videos`: links to pages and files. */
export type ImportScreen = 'torrents' | 'videos'

export type LinkKind = 'video' | 'link'

export class ImportForm {
  /** What is typed into the field for links. */
  text = ''
  /** A folder; empty for the usual one. */
  target = ''
  /** Whether a torrent comes from its beginning on. */
  inOrder = false
  video: VideoOptions
  /** Whether links lead to pages with videos, or to files; null leaves it to the server. */
  kind: LinkKind | null = null
  /** What the file at the next link must have, in hexadecimal; empty if nothing is known. */
  checksum = ''
  /** The positions, as typed, between which the part of a single video lies; null for the whole. */
  part: { from: string; to: string } | null = null
  isBusy = false
  note: ImportNote | null = null
  /** Links of the last attempt that the person has imported before. */
  known: readonly ImportHistoryItem[] = []
  readonly look: VideoLook
  /** How the links of the last attempt were to come. */
  #lastWish: ImportOptions = {}
  readonly #screen: ImportScreen
  readonly #imports: ImportsStore
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>

  constructor(screen: ImportScreen, imports: ImportsStore, storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.look = new VideoLook(imports.calls)
    this.#screen = screen
    this.#imports = imports
    this.#storage = storage
    this.video = keptVideoOptions(storage)
    makeAutoObservable(
      this,
      { note: observableRef, video: observableRef, known: observableRef, look: false },
      { autoBind: true },
    )
  }

  setText(text: string): void {
    this.text = text
  }

  setPart(part: ImportForm['part']): void {
    this.part = part
  }

  /** The link of a video that is typed, if it stands alone; '' otherwise. */
  get typedVideo(): string {
    const { links, others } = linksOf(this.text)
    const [link = ''] = links
    if (this.#screen !== 'videos' || this.kind === 'link' || links.length !== 1 || others > 0 || isMagnet(link))
      return ''
    return this.kind === 'video' || VIDEO_HOSTS.test(URL.canParse(link) ? new URL(link).hostname : '') ? link : ''
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
  chooseVideo(change: Partial<VideoOptions>): void {
    this.video = { ...this.video, ...change }
    keepVideoOptions(this.#storage, this.video)
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

  /** Starts what is typed, and clears the field if all of it has begun. */
  async startTyped(): Promise<void> {
    if (this.text.trim() === '' || this.isBusy || !(await this.startText(this.text))) return
    this.setText('')
    this.setPart(null)
  }

  /** Starts all links in a text. Returns whether all of them have begun. Never throws. */
  async startText(text: string, isAgain = false): Promise<boolean> {
    const { links, others } = linksOf(text)
    const wish = links.length === 0 ? ({ key: 'imports.noLinks' } as const) : this.#wishFor(links)
    if ('key' in wish) {
      this.tell({ isBad: true, fixed: null, messages: [wish] })
      return false
    }
    this.#lastWish = wish
    return this.#startLinks({ links, others }, isAgain)
  }

  /** Starts the known links of the last attempt once more, in the same way. */
  async startAgain(): Promise<void> {
    await this.#startLinks({ links: this.known.map(({ link }) => link), others: 0 }, true)
  }

  #startLinks({ links, others }: { links: readonly string[]; others: number }, again: boolean): Promise<boolean> {
    return this.#run(async () => {
      const { refused, known } = await this.#imports.startLinks(links, {
        ...this.#lastWish,
        ...(again ? { again } : {}),
      })
      this.#know(known)
      // It belongs to this link alone. While the link is asked about, it is still needed.
      if (known.length === 0) this.setChecksum('')
      return noteOf({ started: links.length - refused.length - known.length, refused, others })
    })
  }

  /** What is wrong with the checksum, if anything. */
  #objectionTo(links: readonly string[]): 'imports.checksum.wrong' | 'imports.checksum.oneLink' | null {
    if (this.checksum === '') return null
    if (this.isChecksumWrong) return 'imports.checksum.wrong'
    return links.length > 1 || links.some(isMagnet) ? 'imports.checksum.oneLink' : null
  }

  /** Where links go and how they come; or what is wrong with that. */
  #wishFor(links: readonly string[]): ImportOptions | Message {
    const { target, inOrder, video, kind, checksum } = this
    if (this.#screen === 'torrents') return { target, inOrder }
    const objection = this.#objectionTo(links)
    if (objection !== null) return { key: objection }
    if (checksum !== '') return { target, kind: 'link', checksum }
    const common: ImportOptions = { target, ...video, ...(kind === null ? {} : { kind }) }
    const [link] = links
    // A choice of entries, or a part, is that of the link in the field.
    if (links.length > 1 || link === undefined || link !== this.typedVideo) return common
    if (video.entries) {
      const chosen = this.look.wishFor(link)
      if (chosen?.length === 0) return { key: 'imports.chooseEntries' }
      return chosen === null ? common : { ...common, chosen }
    }
    if (this.part === null) return common
    const clip = readPart(this.part)
    return clip === null ? { key: 'imports.noPart' } : { ...common, clip }
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
