// Uploads: what a person adds becomes jobs. Conflicts are resolved before bytes are sent, and uploads that a reload
// interrupted can continue.
import { makeAutoObservable, runInAction } from 'mobx'
import type { Item } from '../../../backend/contract/resources.ts'
import { isFolderResource } from '../../../backend/contract/resource-kinds.ts'
import { ApiError, toApiError } from '../api/http.ts'
import { fetchPart } from '../lib/fetch-part.ts'
import { fileOfHandle } from '../lib/kept-file.ts'
import { childOf, nameOf, parentOf } from '../lib/paths.ts'
import { prefetched } from '../lib/prefetch.ts'
import { randomId } from '../lib/random-id.ts'
import { runLimited } from '../lib/run-limited.ts'
import { commonFolder, sortEntries, type UploadEntry } from '../lib/upload-entries.ts'
import type { RootStore } from './RootStore.ts'
import { isSameFile } from './uploads/same-file.ts'
import type { UploadPlan } from './uploads/plan.ts'
import type { UnfinishedUploads } from './uploads/UnfinishedUploads.ts'
import type { UploadJob } from './uploads/UploadJob.ts'
import { UploadQueue } from './uploads/UploadQueue.ts'
import { rememberBlank, type Store } from './forgetting.ts'

const whenNeeded = prefetched(() => fetchPart(() => import('./uploads/when-needed.ts')))

/** Arriving files wait this many milliseconds for each other before the listing is refreshed. */
const REFRESH_MS = 700
/** How many folders are made at once. */
const FOLDERS_AT_ONCE = 5

export class UploadStore implements Store {
  readonly queue: UploadQueue
  /** How many sets of files are being compared with what exists. */
  looking = 0
  /** The folder that would accept files dragged from outside; null if there is no such drag. */
  over: string | null = null
  /** This page's id among the open ones. */
  readonly page: string = randomId()
  #refreshTimer: ReturnType<typeof setTimeout> | undefined
  #lastQuestion: Promise<void> = Promise.resolve()
  readonly #root: RootStore
  readonly #unfinished: UnfinishedUploads
  readonly #blank: () => void

  constructor(root: RootStore, unfinished: UnfinishedUploads) {
    this.#root = root
    this.#unfinished = unfinished
    this.queue = new UploadQueue(root.api.uploads, () => root.settings.TusSettings, {
      onDone: (job) => this.#arrived(job),
      onTaken: (job) => void this.settleTaken(job),
      onGone: (job) => unfinished.forget(job.id),
    })
    makeAutoObservable(this, { queue: false, page: false }, { autoBind: true })
    this.#blank = rememberBlank(this, ['page'])
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    clearTimeout(this.#refreshTimer)
    this.#refreshTimer = undefined
    this.#lastQuestion = Promise.resolve()
    this.#blank()
  }

  /** Whether there is anything to show. */
  get isIdle(): boolean {
    return this.queue.isEmpty && this.queue.finished.length === 0 && this.looking === 0
  }

  setOver(folder: string | null): void {
    this.over = folder
  }

  /**
   * Uploads what was dropped, chosen or pasted into a folder. It asks about taken names first. Files that a reload
   * interrupted continue where they were. Never throws: errors are shown in the tray or in a toast.
   */
  async bring(entries: readonly UploadEntry[], folder: string): Promise<void> {
    if (entries.length === 0) return
    const owner = this.#root.session.user?.id
    this.looking += 1
    try {
      const fresh = this.#goOnWith(sortEntries(entries), folder)
      const { findConflicts, planUpload } = await whenNeeded.load()
      // Nothing is uploaded for another person who has signed in meanwhile.
      if (this.#root.session.user?.id !== owner) return
      const conflicts = await findConflicts(fresh, folder, (path) => this.#list(path))
      // A person who adds a folder again to continue it is not asked about files that have already arrived.
      const isAgain = fresh.length < entries.length
      const open = conflicts.filter(
        ({ incoming, present }) => !(isAgain && incoming.file && isSameFile(present, incoming.file)),
      )
      const choices =
        open.length === 0 ? [] : await this.#root.ui.ask('conflict', { kind: 'upload', folder, conflicts: open })
      if (choices === null) return
      const answers = conflicts.map((conflict) => choices[open.indexOf(conflict)] ?? 'skip')
      await this.#begin(planUpload(fresh, folder, { conflicts, answers }), { folder, whole: commonFolder(entries) })
    } catch (error) {
      this.#root.toasts.error(error)
    } finally {
      runInAction(() => {
        // It is already reset if somebody else has signed in.
        this.looking = Math.max(0, this.looking - 1)
      })
    }
  }

  /**
   * The same for a folder that is chosen again from the tray. Its own name may be the last part of the group's path.
   */
  async bringAgain(entries: readonly UploadEntry[], group: string): Promise<void> {
    await this.bring(entries, commonFolder(entries) === nameOf(group) && group !== '/' ? parentOf(group) : group)
  }

  /** Gives a job its file again. A different file is refused, with a message beside the job. */
  give(job: UploadJob, file: File): void {
    if (!job.isOf(file)) {
      job.enter('lost', 'otherFile')
      return
    }
    job.take(file)
    this.queue.go(job)
  }

  /**
   * Tries again. If there is only a handle of the file, the browser is asked for it. Returns false if the person has to
   * choose the file.
   */
  async retry(job: UploadJob): Promise<boolean> {
    const file = job.file ?? (job.handle ? await fileOfHandle(job.handle, true) : null)
    if (!file) return false
    this.give(job, file)
    return true
  }

  /** Retries all failed jobs whose file is available. */
  retryAll(): void {
    this.queue.troubled.filter((job) => job.file !== null).forEach(this.queue.go)
  }

  /** Jobs that only the connection stopped continue when it is back. */
  retryBroken(): void {
    this.queue.troubled.filter((job) => job.file !== null && job.trouble === 'network').forEach(this.queue.go)
  }

  /** Called after the person has confirmed it. */
  abortAll(): void {
    this.queue.cancelAll()
    this.#root.tray.setOpen(false)
    void this.#root.listing.refresh()
  }

  /** The signed-in person has changed: the uploads of the previous one stop, and the new one's own are restored. */
  async follow(owner: number | null): Promise<void> {
    this.queue.leave()
    this.#root.tray.setOpen(false)
    if (owner === null) return
    const unfinished = await this.#unfinished.list(owner)
    if (unfinished.length === 0) return
    // If the code cannot be fetched now, the records stay for the next visit.
    const parts = await whenNeeded.load().catch(() => null)
    const records = await parts?.findLeftovers(unfinished, {
      page: this.page,
      list: (path) => this.#list(path),
      offset: (path, size) => this.#root.api.uploads.offset(path, size),
      forget: (id) => this.#unfinished.forget(id),
    })
    if (parts === null || records === undefined || records.length === 0 || this.#root.session.user?.id !== owner) return
    await this.#unfinished.remember(records.map(({ record }) => ({ ...record, page: this.page })))
    const jobs = records.map(parts.jobOfLeftover)
    this.queue.add(jobs)
    this.#root.tray.setOpen(true)
    for (const job of jobs) {
      const file = job.handle ? await fileOfHandle(job.handle, false) : null
      if (file && job.isOf(file)) this.give(job, file)
    }
  }

  /** Somebody took the name while the file was on its way. */
  async settleTaken(job: UploadJob): Promise<void> {
    const question = this.#lastQuestion.then(() => this.#askAbout(job))
    this.#lastQuestion = question.catch((error: unknown) => job.enter('failed', toApiError(error).code))
    await this.#lastQuestion
  }

  async #askAbout(job: UploadJob): Promise<void> {
    const { askAboutTaken } = await whenNeeded.load()
    await askAboutTaken(job, {
      queue: this.queue,
      list: (path) => this.#list(path),
      ask: (conflict, folder) => this.#root.ui.ask('conflict', { kind: 'upload', folder, conflicts: [conflict] }),
    })
  }

  /** Gives files to the jobs that wait for them. Returns the rest. */
  #goOnWith(entries: readonly UploadEntry[], folder: string): UploadEntry[] {
    const lost = new Map(this.queue.troubled.filter((job) => job.file === null).map((job) => [job.path, job]))
    return entries.filter((entry) => {
      if (entry.kind !== 'file') return true
      const job = lost.get(entry.names.reduce(childOf, folder))
      if (!job?.isOf(entry.file)) return true
      this.give(job, entry.file)
      return false
    })
  }

  async #begin(plan: UploadPlan, { folder, whole }: { folder: string; whole: string }): Promise<void> {
    const { jobsOfPlan, recordOf } = await whenNeeded.load()
    const { jobs, unreadable } = jobsOfPlan(plan, { folder, whole })
    if (jobs.length + unreadable.length > 0) {
      this.#root.tray.setOpen(true)
      const owner = this.#root.session.user?.id
      if (owner !== undefined)
        await this.#unfinished.remember(jobs.map((job) => recordOf(job, { owner, page: this.page })))
      this.queue.add([...jobs, ...unreadable])
    }
    await runLimited(plan.folders, FOLDERS_AT_ONCE, (path) => this.#root.api.resources.makeFolder(path))
    if (plan.folders.length > 0) this.#refreshSoon()
  }

  #arrived(job: UploadJob): void {
    this.#unfinished.forget(job.id)
    this.#refreshSoon()
    if (this.queue.isEmpty && !this.#root.tray.isOpen) {
      this.#root.toasts.success({ key: 'upload.allDone', values: { count: this.queue.countDone } })
    }
  }

  /** However many files arrive, the listing is refreshed about once a second. */
  #refreshSoon(): void {
    if (this.#refreshTimer !== undefined) return
    this.#refreshTimer = setTimeout(() => {
      this.#refreshTimer = undefined
      void this.#root.listing.refresh()
      if (this.queue.isEmpty) void this.#root.usage.refresh()
    }, REFRESH_MS)
  }

  async #list(path: string): Promise<readonly Item[] | null> {
    try {
      const resource = await this.#root.api.resources.get(path)
      return isFolderResource(resource) ? resource.items : null
    } catch (error) {
      if (error instanceof ApiError && error.code === 'notFound') return null
      throw error
    }
  }
}
