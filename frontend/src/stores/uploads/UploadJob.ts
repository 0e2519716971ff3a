import { makeAutoObservable, observableRef } from 'mobx'
import type { ApiErrorCode } from '../../api/http.ts'
import type { RunningTransfer } from '../../api/uploads.ts'
import { nameOf } from '../../lib/paths.ts'
import type { KeptHandle } from '../../lib/upload-entries.ts'
import type { UploadFolder } from './UploadFolder.ts'

/**
 * `asking`: the name was taken meanwhile, and the person is being asked; `lost`: started before a reload, its file has
 * to be given again.
 */
export type JobState = 'waiting' | 'running' | 'paused' | 'failed' | 'asking' | 'lost' | 'done'

/** Why a job needs the person: an error code, an unreadable file, or a different file than before. */
export type UploadTrouble = ApiErrorCode | 'unreadable' | 'otherFile'

export interface JobStart {
  id: string
  path: string
  /** The folder that it is uploaded into. The tray shows it under this name. */
  group: string
  /** The uploaded folder that it belongs to. The tray shows that folder instead of the file. */
  folder?: UploadFolder | null
  /** Bytes. */
  size: number
  /** Milliseconds since 1970, as `File.lastModified`. */
  modified: number
  override: boolean
  /** Names the action of files that are uploaded together. */
  action?: string | undefined
  /** The name that the server gave an earlier try. */
  upload?: string | null
  file: File | null
  handle?: KeptHandle | undefined
}

/** One file on its way to the server. */
export class UploadJob {
  readonly id: string
  readonly group: string
  readonly folder: UploadFolder | null
  readonly size: number
  readonly modified: number
  readonly handle: KeptHandle | undefined
  readonly action: string | undefined
  path: string
  override: boolean
  file: File | null
  state: JobState = 'waiting'
  /** The bytes sent, as the page shows them. */
  sent = 0
  trouble: UploadTrouble | null = null
  /** The transport's own message about the trouble. */
  detail = ''
  /** The bytes sent so far. They are shown only from time to time, so that the page is not rendered for each change. */
  arrived = 0
  /** Whether the server may have a part of it. */
  hasBegun = false
  /** The name that the server gave it; null before that. */
  upload: string | null = null
  transfer: RunningTransfer | null = null

  constructor(start: JobStart) {
    this.id = start.id
    this.path = start.path
    this.group = start.group
    this.folder = start.folder ?? null
    this.size = start.size
    this.modified = start.modified
    this.override = start.override
    this.file = start.file
    this.handle = start.handle
    this.action = start.action
    this.upload = start.upload ?? null
    makeAutoObservable(this, {
      id: false,
      group: false,
      folder: false,
      size: false,
      modified: false,
      handle: false,
      action: false,
      arrived: false,
      hasBegun: false,
      upload: false,
      transfer: false,
      file: observableRef,
      checkFile: false,
    })
  }

  get name(): string {
    return nameOf(this.path)
  }

  /** Whole percent; an empty file counts as complete. */
  get percent(): number {
    return this.size === 0 ? 100 : Math.floor((100 * this.sent) / this.size)
  }

  /** Whether only the person can make it continue. */
  get needsPerson(): boolean {
    return this.state === 'failed' || this.state === 'lost'
  }

  /** Whether a file is the one that this job was started with. */
  isOf(file: File): boolean {
    return file.size === this.size && file.lastModified === this.modified
  }

  enter(state: JobState, trouble: UploadTrouble | null = null, detail = ''): void {
    this.state = state
    this.trouble = trouble
    this.detail = detail
  }

  /** Reports a file that cannot be read. A request with a changed or moved file fails like a lost connection. */
  async checkFile(): Promise<void> {
    const isReadable = await this.file
      ?.slice(0, 1)
      .arrayBuffer()
      .then(
        () => true,
        () => false,
      )
    if (isReadable === false && this.state === 'failed') this.enter('failed', 'unreadable')
  }

  /** Stops the running transfer silently. */
  halt(): void {
    this.transfer?.stop()
    this.transfer = null
  }

  show(): void {
    this.sent = this.arrived
  }

  /** Sets the sent bytes at once, to the server's offset or to the total. */
  place(bytes: number): void {
    this.arrived = bytes
    this.sent = bytes
  }

  take(file: File): void {
    this.file = file
  }

  moveTo(path: string): void {
    this.path = path
    this.override = false
    this.startOver()
  }

  /** The server has these bytes of it. */
  resumeAt(offset: number): void {
    this.hasBegun = true
    this.place(offset)
  }

  /** Nothing is there to continue: it goes elsewhere, or another upload to its path has taken its place. */
  startOver(): void {
    this.hasBegun = false
    this.upload = null
    this.place(0)
  }

  allowReplacing(): void {
    this.override = true
  }
}
