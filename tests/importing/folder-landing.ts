// Stands in for the house: files land in a folder of this machine, with the names that they would have there.
import { createWriteStream } from 'node:fs'
import { access, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { freeName } from '../../backend/contract/numbered-names.ts'
import type { Landing } from '../../backend/src/features/imports/landing.ts'
import { parseUserPath, type UserPath } from '../../backend/src/storage/paths.ts'

export interface FolderLanding {
  landing: Landing
  /** The paths of all files that have landed, in order. */
  files(): Promise<string[]>
  /** The file of a path. */
  fileOf(userPath: string): string
  /** Uploads in parts that have not become a file, and have not been ended. */
  openUploads(): number
  /** How many parts were put. */
  partsPut(): number
  /** Bytes that were reserved last, and whether that has ended. */
  readonly reserved: { bytes: number; isOpen: boolean }
}

/** `quota`: bytes that may be reserved. */
export function createFolderLanding(root: string, quota = Infinity): FolderLanding {
  const reserved = { bytes: 0, isOpen: false }
  const landed = new Map<string, UserPath>()
  let partsPut = 0
  /** Parts that have not become a file yet. */
  const uploads = new Map<string, Map<number, Buffer>>()
  const fileOf = (userPath: string) => path.join(root, userPath)
  const isThere = (userPath: string) =>
    access(fileOf(userPath)).then(
      () => true,
      () => false,
    )
  const freePath = async (wanted: UserPath): Promise<UserPath> => {
    if (!(await isThere(wanted))) return wanted
    const folder = path.dirname(wanted)
    const names = new Set(await readdir(fileOf(folder)))
    return parseUserPath(
      path.posix.join(
        folder,
        freeName(path.basename(wanted), (name) => names.has(name)),
      ),
    )
  }
  const claim = async (bytes: number) => {
    if (bytes > quota) throw new Error('noRoom')
    reserved.bytes = bytes
    reserved.isOpen = true
  }
  const unused = () => {
    throw new Error('not used here')
  }
  const landing: Landing = {
    folder: async (_job, { target, usual }) => parseUserPath(target || `/${usual}`),
    ownFolder: async (_job, wanted, chosen) => {
      const free = wanted.before ?? (await freePath(wanted.path))
      await chosen(free)
      await mkdir(fileOf(free), { recursive: true })
      return free
    },
    reserve: async (_job, _path, bytes) => {
      await claim(bytes)
      return {
        isLimited: true,
        claim,
        limit: (body) => body,
        confirm: async () => undefined,
        end: () => {
          reserved.isOpen = false
        },
      }
    },
    put: async (job, file, open) => {
      const id = `${job.id}.${file.number}`
      const before = landed.get(id)
      if (before !== undefined) return before
      const free = await freePath(file.path)
      await mkdir(path.dirname(fileOf(free)), { recursive: true })
      await pipeline(open(), createWriteStream(fileOf(free)))
      landed.set(id, free)
      return free
    },
    freePath: async (_job, wanted) => freePath(wanted),
    begin: async (job, file, earlier) => {
      const uploadId = earlier !== undefined && uploads.has(earlier) ? earlier : `upload-${uploads.size + 1}`
      const parts = uploads.get(uploadId) ?? new Map<number, Buffer>()
      uploads.set(uploadId, parts)
      return {
        uploadId,
        before: [...parts].map(([number, bytes]) => ({ number, etag: '', size: bytes.length })),
        put: async (number, body, length) => {
          parts.set(number, Buffer.isBuffer(body) ? Buffer.from(body) : await buffer(body))
          partsPut += 1
          return { number, etag: '', size: length }
        },
        complete: async () => {
          await mkdir(path.dirname(fileOf(file.path)), { recursive: true })
          await writeFile(fileOf(file.path), Buffer.concat([...parts.values()]))
          landed.set(`${job.id}.${file.number}`, file.path)
          uploads.delete(uploadId)
        },
        abort: async () => void uploads.delete(uploadId),
        leave: () => undefined,
      }
    },
    abort: async (_job, _path, uploadId) => void uploads.delete(uploadId),
    isOwn: async (job, { number }) => landed.has(`${job.id}.${number}`),
    takeBack: unused,
    release: async () => {
      reserved.isOpen = false
    },
  }
  const files = async () => {
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => `/${path.relative(root, path.join(entry.parentPath, entry.name))}`)
      .sort()
  }
  return { landing, files, fileOf, openUploads: () => uploads.size, partsPut: () => partsPut, reserved }
}
