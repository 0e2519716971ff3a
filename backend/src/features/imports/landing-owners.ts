// The owners of imports: who they are, and what they may do, as stored now.
import type { Rule } from '../../../contract/users.ts'
import { JobLost } from '../../jobs/types.ts'
import type { Place, UserPath } from '../../storage/paths.ts'
import type { WriteOptions } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Rights } from '../access/rights.ts'
import type { Tree } from '../tree/service.ts'
import type { People } from '../users/people.ts'
import type { LandingFile, LandingJob } from './landing-job.ts'
import { forbidden } from './landing-failures.ts'

export interface OwnersOptions {
  people: Pick<People, 'stored'>
  settings: { fresh(): Promise<{ rules: readonly Rule[] }> }
  access: Pick<Access, 'actorOf' | 'demand' | 'authorize'>
  rights: Rights
  tree: Pick<Tree, 'placeToChange' | 'sees'>
}

export class LandingOwners {
  readonly #options: OwnersOptions

  constructor(options: OwnersOptions) {
    this.#options = options
  }

  /** The owner of an import, while allowed to import. @throws JobFailed or AppError `forbidden` */
  async actorOf(job: LandingJob): Promise<Actor> {
    const actor = await this.actorIfThere(job)
    if (actor === null) throw forbidden('the person no longer exists')
    this.#options.access.demand(actor, job.action)
    return actor
  }

  /** The owner of an import; null once they are deleted. */
  async actorIfThere(job: Pick<LandingJob, 'owner'>): Promise<Actor | null> {
    const { people, settings, access } = this.#options
    const [account, { rules }] = await Promise.all([people.stored(job.owner), settings.fresh()])
    return account ? access.actorOf(account.user, rules) : null
  }

  /** Where a path of the owner's lies; null where they may not look any more. */
  async placeIfThere(job: LandingJob, path: UserPath): Promise<Place | null> {
    const { access, tree } = this.#options
    const actor = await this.actorIfThere(job)
    return actor !== null && tree.sees(actor, path) ? access.authorize(actor, 'read', path) : null
  }

  async placeFor(job: LandingJob, path: UserPath): Promise<Place> {
    return this.#options.tree.placeToChange(await this.actorOf(job), 'create', path)
  }

  /** A folder that files go into. It may be the root or the shared folder, which cannot be changed themselves. */
  async folderFor(job: LandingJob, path: UserPath): Promise<Place> {
    return this.#options.access.authorize(await this.actorOf(job), 'create', path)
  }

  /** How a file is written. The rights, and whether the job is still ours, are asked when all bytes are there. */
  writeOf(job: LandingJob, file: LandingFile, at: Place): WriteOptions {
    return {
      expect: 'absent',
      modified: file.modified,
      writeId: this.writeIdOf(job, file.number),
      putBy: job.owner,
      confirm: async () => {
        await this.actorOf(job)
        const narrowed = await this.#options.rights.confirmWrite({ userId: job.owner, at, expect: 'absent' })
        if (!job.isHeld()) throw new JobLost()
        return narrowed
      },
    }
  }

  /** By which an import knows a file as its own, on every run. */
  writeIdOf({ id }: LandingJob, number: number): string {
    return `${id}.${number}`
  }
}
