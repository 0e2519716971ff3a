// A Nido whose processes can be held at named points, and whose guards can be switched off, one at a time.
import { setTimeout as wait } from 'node:timers/promises'
import type { OperationRecord } from '../../backend/contract/operations.ts'
import type { Point } from '../../backend/src/storage/failpoints.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import type { Answer } from '../helpers/answer.ts'
import type { Guard } from '../helpers/broken-rules.ts'
import type { Client, RequestOptions } from '../helpers/client.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { type Held, makePointFiles, type PointFiles } from '../helpers/point-files.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { happens } from '../helpers/until.ts'

/** Time for a released task to proceed when nobody can see whether it has. */
const CHANCE_MS = 1_000
const PATIENCE_MS = 180_000

/** One person with an empty tree. */
export interface Scene {
  person: Client
  bucket: string
  s3: PlainS3
  /** Uploads files. The values are their contents. */
  given(files: Record<string, string>): Promise<void>
  /** Is seen before anything is copied, and answered a moment later. */
  rename(from: string, to: string, options?: RequestOptions): Promise<Answer>
  /** Is answered when all is copied, as is each rename that may replace something. */
  renamePlainly(from: string, to: string, options?: RequestOptions): Promise<Answer>
  copy(from: string, to: string, options?: RequestOptions): Promise<Answer>
  upload(file: string, body: string, options?: RequestOptions): Promise<Answer>
  /** The content that Nido returns for a file, or the status if there is none. */
  read(file: string, options?: RequestOptions): Promise<string | number>
  /** Present keys and their contents, as any tool sees the bucket, without folder markers. */
  tree(): Promise<Record<string, string>>
  /** Holds whoever works on this path of the person at a point. */
  hold(point: Point, about: string): Promise<Held>
  /** Waits until no operation of the person is under way. */
  settled(options?: RequestOptions): Promise<void>
  /** Waits, for minutes if need be, until all operations of the person have come to their end. */
  done(): Promise<void>
  operations(): Promise<OperationRecord[]>
}

export interface FailpointSite {
  nido: Nido
  scene(): Promise<Scene>
  /** Starts a process in place of the first one, which was killed. */
  renewFirst(): Promise<void>
  /** Pauses the first process while a task runs. The task may wake it earlier. */
  whileFirstSleeps(task: (wake: () => void) => Promise<void>): Promise<void>
  /** Runs a task with one guard switched off. */
  without<T>(guard: Guard | null, task: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/** Gives an unblocked task a chance to end. A blocked task keeps waiting. */
export const chance = (task: Promise<unknown>): Promise<unknown> => Promise.race([task, wait(CHANCE_MS)])

export async function openFailpointSite(): Promise<FailpointSite> {
  const points = await makePointFiles()
  const nido = await startNido({ replicas: 2, points: points.folder })
  const s3 = openS3(nido.servers)
  return {
    nido,
    scene: async () => sceneOf({ person: await nido.makePerson(), prefix: nido.bucketPrefix, s3, hold: points.hold }),
    renewFirst: async () => {
      const added = await nido.addReplica()
      nido.replicas.splice(
        0,
        Infinity,
        added,
        ...nido.replicas.filter((replica) => replica !== added && replica.isRunning()),
      )
    },
    whileFirstSleeps: async (task) => {
      const [sleeper] = nido.replicas
      const wake = () => sleeper?.signal('SIGCONT')
      sleeper?.signal('SIGSTOP')
      await task(wake).finally(wake)
    },
    without: async (guard, task) => {
      const putBack = guard === null ? null : await points.leaveOut(guard)
      try {
        return await task()
      } finally {
        await putBack?.()
      }
    },
    stop: async () => {
      s3.close()
      await nido.stop()
      await points.remove()
    },
  }
}

function sceneOf({
  person,
  prefix,
  s3,
  hold,
}: {
  person: Client
  prefix: string
  s3: PlainS3
  hold: PointFiles['hold']
}): Scene {
  const { bucket } = placeOfScope(prefix, person.scope)
  const change = (how: string, from: string, to: string, options?: RequestOptions) =>
    person.patch(`/api/resources/${from}?${how}&destination=${encodeURIComponent(`/${to}`)}`, undefined, {
      replica: 0,
      ...options,
    })
  const operations = async (options?: RequestOptions) =>
    (await person.get('/api/operations', { replica: 1, ...options })).expect(200).json<{ items: OperationRecord[] }>()
      .items
  return {
    person,
    bucket,
    s3,
    given: async (files) => {
      for (const [name, content] of Object.entries(files))
        (await person.post(`/api/resources/${name}`, content)).expect(200)
    },
    rename: (from, to, options) => change('action=rename', from, to, options),
    renamePlainly: (from, to, options) => change('action=rename&override=true', from, to, options),
    copy: (from, to, options) => change('action=copy', from, to, options),
    upload: (name, body, options) => person.post(`/api/resources/${name}`, body, { replica: 1, ...options }),
    read: async (name, options) => {
      const answer = await person.get(`/api/raw/${name}`, { replica: 1, ...options })
      return answer.status === 200 ? answer.text : answer.status
    },
    tree: async () => {
      const keys = (await s3.list(bucket)).map(({ key }) => key).filter((key) => !key.endsWith('/'))
      // A key that is deleted in the meantime is left out.
      const found = await Promise.all(
        keys.map((key) =>
          s3.get(bucket, key).then(
            (content) => [[key, content.toString()] as const],
            () => [],
          ),
        ),
      )
      return Object.fromEntries(found.flat())
    },
    hold: (point, about) => hold(point, `${bucket}/${about}`),
    settled: (options) =>
      happens(
        async () => (await operations(options)).every(({ state }) => ['done', 'undone', 'failed'].includes(state)),
        'the operations end',
      ),
    done: () =>
      happens(
        async () => (await operations()).every(({ state }) => state === 'done'),
        'the operations are done',
        PATIENCE_MS,
      ),
    operations: () => operations(),
  }
}
