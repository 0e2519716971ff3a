// Uploads: what a person adds becomes jobs. Conflicts are resolved before bytes are sent, and uploads that a reload
// interrupted can continue.
import { makeAutoObservable, runInAction } from 'mobx'
import { toApiError } from '../api/http.ts'
import { childOf } from '../lib/paths.ts'
import { randomId } from '../lib/random-id.ts'
import { runLimited } from '../lib/run-limited.ts'
import type { UploadEntry } from '../lib/upload-entries.ts'
import type { RootStore } from './RootStore.ts'
import { isSameFile } from './uploads/same-file.ts'
import { fileAgain, forgetRecord, keepRecord, whenNeeded } from './uploads/kept-jobs.ts'
import type { UploadPlan } from './uploads/plan.ts'
import type { UploadJob } from './uploads/UploadJob.ts'
import { UploadQueue } from './uploads/UploadQueue.ts'
import { rememberBlank, type Store } from './forgetting.ts'

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
  /** Names that were added to the current folder since the queue was last empty. */
  readonly #came = new Set<string>()
  #lastQuestion: Promise<void> = Promise.resolve()
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    this.queue = new UploadQueue(root.api.uploads, () => root.settings.TusSettings, {
      onNamed: (job) => this.#remember(job),
      onDone: (job) => this.#arrived(job),
      onTaken: (job) => void this.settleTaken(job),
      onGone: forgetRecord,
    })
    makeAutoObservable(this, { queue: false, page: false }, { autoBind: true })
    this.#blank = rememberBlank(this, ['page'])
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    clearTimeout(this.#refreshTimer)
    this.#refreshTimer = undefined
    this.#lastQuestion = Promise.resolve()
    this.#came.clear()
    this.#blank()
  }

  /** Whether there is anything to show. */
  get isIdle(): boolean {
    return this.queue.isEmpty && this.queue.tally.finished.length === 0 && this.looking === 0
  }

  setOver(folder: string | null): void {
    this.over = folder
  }

  /**
   * Uploads what was dropped, chosen or pasted into a folder. It asks about taken names first. Files that a reload
   * interrupted continue where they were. Never throws: errors are shown in the tray or in a toast.
   * @param pasted the time if they are from the clipboard, where pictures have no names
   */
  async bring(given: readonly UploadEntry[], folder: string, pasted: Date | null = null): Promise<void> {
    if (given.length === 0) return
    const owner = this.#root.session.user?.id
    this.looking += 1
    try {
      const { findConflicts, planUpload, listFolder, sortEntries, namePictures, offerImports } = await whenNeeded.load()
      const brought = await offerImports(this.#root, given, folder)
      // Nothing is uploaded for another person who has signed in meanwhile.
      if (brought === null || this.#root.session.user?.id !== owner) return
      const entries = sortEntries(pasted === null ? brought : namePictures(brought, pasted))
      const fresh = this.#goOnWith(entries, folder)
      const conflicts = await findConflicts(fresh, folder, listFolder(this.#root.api))
      // A person who adds a folder again to continue it is not asked about files that have already arrived.
      const isAgain = fresh.length < entries.length
      const open = conflicts.filter(
        ({ incoming, present }) => !(isAgain && incoming.file && isSameFile(present, incoming.file)),
      )
      const choices =
        open.length === 0 ? [] : await this.#root.ui.ask('conflict', { kind: 'upload', folder, conflicts: open })
      if (choices === null) return
      const answers = conflicts.map((conflict) => choices[open.indexOf(conflict)] ?? 'skip')
      await this.#begin(planUpload(fresh, folder, { conflicts, answers }), folder)
    } catch (error) {
      this.#root.toasts.error(error)
    } finally {
      runInAction(() => {
        // It is already reset if somebody else has signed in.
        this.looking = Math.max(0, this.looking - 1)
      })
    }
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
    const file = job.file ?? (await fileAgain(job, true))
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
    // If the code cannot be fetched now, the records stay for the next visit.
    const parts = await whenNeeded.load().catch(() => null)
    if (parts === null) return
    const { unfinished, findLeftovers, jobsOfLeftovers, listFolder } = parts
    const leftovers = await findLeftovers(await unfinished.list(owner), {
      page: this.page,
      list: listFolder(this.#root.api),
      offset: (path, wanted) => this.#root.api.uploads.offset(path, wanted),
      forget: (id) => unfinished.forget(id),
    })
    if (leftovers.length === 0 || this.#root.session.user?.id !== owner) return
    await unfinished.remember(leftovers.map(({ record }) => ({ ...record, page: this.page })))
    const jobs = jobsOfLeftovers(leftovers)
    this.queue.add(jobs)
    this.#root.tray.setOpen(true)
    for (const job of jobs) {
      const file = await fileAgain(job, false)
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
    const { askAboutTaken, listFolder } = await whenNeeded.load()
    await askAboutTaken(job, {
      queue: this.queue,
      list: listFolder(this.#root.api),
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

  async #begin(plan: UploadPlan, folder: string): Promise<void> {
    const { jobsOfPlan, recordOf, unfinished } = await whenNeeded.load()
    const { jobs, unreadable } = jobsOfPlan(plan, folder)
    if (jobs.length + unreadable.length > 0) {
      const owner = this.#root.session.user?.id
      if (owner !== undefined) await unfinished.remember(jobs.map((job) => recordOf(job, { owner, page: this.page })))
      this.queue.add([...jobs, ...unreadable])
      // It opens only when it has rows, because it would grow while somebody looks at it.
      this.#root.tray.setOpen(true)
    }
    await runLimited(plan.folders, FOLDERS_AT_ONCE, (path) => this.#root.api.resources.makeFolder(path))
    if (plan.folders.length > 0) this.#refreshSoon()
  }

  /** Remembers the name of its upload, so that it is continued as no other one after a reload. */
  #remember(job: UploadJob): void {
    const owner = this.#root.session.user?.id
    if (owner !== undefined) keepRecord(job, { owner, page: this.page })
  }

  #arrived(job: UploadJob): void {
    forgetRecord(job)
    if (job.group === this.#root.listing.folder) this.#came.add((job.folder ?? job).name)
    this.#refreshSoon()
    if (!this.queue.isEmpty || this.#root.tray.isOpen) return
    this.#root.toasts.success({ key: 'upload.allDone', values: { count: this.queue.tally.countDone } })
  }

  /** However many files arrive, the listing is refreshed about once a second. */
  #refreshSoon(): void {
    if (this.#refreshTimer !== undefined) return
    this.#refreshTimer = setTimeout(() => {
      this.#refreshTimer = undefined
      if (this.queue.isEmpty) void this.#showCome()
      else void this.#root.listing.refresh()
    }, REFRESH_MS)
  }

  /** Selects what was added to the current folder, unless the person has selected something else. */
  async #showCome(): Promise<void> {
    const { listing, selection, usage } = this.#root
    const names = [...this.#came]
    this.#came.clear()
    await listing.refresh()
    if (selection.count === 0) selection.welcome(names)
    await usage.refresh()
  }
}
