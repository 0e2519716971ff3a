// What a single write notes for the trash of the versions that it replaces.
import { AppError } from '../lib/app-error.ts'
import { isUnsupported } from './capabilities.ts'
import type { StorageCore } from './core.ts'
import { untilFree } from './free.ts'
import type { Replaced } from './growing-note.ts'
import { allLaterThan, covers, destinationOf } from './journal-state.ts'
import type { Listed } from './listing-page.ts'
import { WRITE_ID } from './metadata.ts'
import { fileObject, versionBeneath } from './names.ts'
import type { ReplacedVersion } from './operations/notes.ts'
import { pathText, type Place } from './paths.ts'
import type { NotedWrite } from './note-sums.ts'
import type { ReplacedNotes } from './replaced.ts'
import type { ReplaceableFile, Intent, Present, WrittenVersion } from './write-effects.ts'

/** A write of a file; `present`: what was there when the write looked. */
export interface ReadyWrite {
  at: Place
  intent: Intent
  present: ReplaceableFile | null
}

export class WriteNotes {
  readonly #core: Pick<StorageCore, 'clients' | 'journal' | 'rules' | 'log' | 'onHistory'>
  readonly #replaced: Pick<ReplacedNotes, 'note' | 'noteAhead' | 'isNoted' | 'forget'>

  constructor(
    core: Pick<StorageCore, 'clients' | 'journal' | 'rules' | 'log' | 'onHistory'>,
    replaced: Pick<ReplacedNotes, 'note' | 'noteAhead' | 'isNoted' | 'forget'>,
  ) {
    this.#core = core
    this.#replaced = replaced
  }

  /** Notes a version that is about to be replaced. Null where nobody is named, or where nothing can be brought back. */
  async note(at: Place, present: Present, intent: Intent): Promise<NotedWrite | null> {
    const replaced = replacedBy(at, present, intent)
    return replaced && this.#replaced.note(replaced)
  }

  /** The same where S3 will refuse to replace anything else: the note itself is made soon after. */
  async noteAhead(at: Place, present: Present, intent: Intent): Promise<NotedWrite | null> {
    const replaced = replacedBy(at, present, intent)
    return replaced && this.#replaced.noteAhead(replaced)
  }

  /**
   * Another write may have come between a write's look and its effect. Then the other one's file is what this write has
   * replaced, and the note of `present` belongs to the other write: if both notes told of one version, who ended one
   * for good would take what the other has.
   */
  async noteBeneath(write: ReadyWrite, made: WrittenVersion, noted: NotedWrite | null): Promise<void> {
    const { at, intent, present } = write
    try {
      if (intent.replacing !== undefined && intent.expect !== 'absent' && made.version !== '') {
        const beneath = await versionBeneath(this.#core, { ...fileObject(at), version: made.version })
        const isOther = beneath !== null && !beneath.isMarker && beneath.version !== present?.version
        if (isOther && !present) await this.#core.onHistory({ at, bytes: beneath.size })
        if (isOther) await this.#noteInstead(write, beneath, noted)
      }
      noted?.end()
    } catch (error) {
      this.#core.log.warn({ err: error }, 'what a write has replaced could not be looked at')
      await noted?.leave()
    }
  }

  async #noteInstead({ at, intent, present }: ReadyWrite, beneath: Listed, noted: NotedWrite | null): Promise<void> {
    const successor = intent.writeId
    // A replica that took this process for lost has noted it already.
    if (await this.#replaced.isNoted(at, { version: beneath.version, successor })) return
    const anew = await this.note(at, beneath, intent)
    anew?.end()
    // No new note: the version beneath is the same action's own, whose note has what lay there before all of it.
    if (anew && noted) await this.#replaced.forget(at, { version: present?.version ?? '', successor })
  }

  /** After a failed write: its note goes where S3 has refused the write. Else the note stays, in doubt. */
  async takeBack(at: Place, replaced: ReplacedVersion, failed: { noted: NotedWrite; error: unknown }): Promise<void> {
    const { noted, error } = failed
    const isRefused = isUnsupported(error) || (error instanceof AppError && error.code !== 'unavailable')
    if (!isRefused) return noted.leave()
    await this.#replaced.forget(at, replaced).then(
      () => noted.end(),
      async (cause: unknown) => {
        this.#core.log.warn({ err: cause }, 'the note of a refused write could not be taken back')
        await noted.leave()
      },
    )
  }

  /**
   * After S3 has refused a write because another file was there, or none: a move that came between may have taken the
   * note along. `rev`: the revision of the journal before the write.
   */
  async takeBackMoved({ at, intent, present }: ReadyWrite, rev: number): Promise<void> {
    const { journal } = this.#core
    const noted = { version: present?.version ?? '', successor: intent.writeId }
    for (const op of allLaterThan(await journal.read(), rev, pathText(at))) {
      const movedTo = op.kind === 'move' && covers(op.src, op, pathText(at)) ? destinationOf(op, at) : null
      if (!movedTo) continue
      await untilFree(this.#core, pathText(at))
      await this.#replaced.forget(movedTo, noted)
    }
  }
}

function replacedBy(at: Place, { version, size, metadata }: Present, { replacing, writeId }: Intent): Replaced | null {
  if (replacing === undefined || version === '') return null
  return { ...replacing, at, version, size, writtenBy: metadata[WRITE_ID], successor: writeId }
}
