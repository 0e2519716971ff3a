// Stands in for the house: files land in a folder of this machine, with the names that they would have there.
import { createWriteStream } from 'node:fs'
import { access, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
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
  /** Bytes that were reserved last, and whether that has ended. */
  readonly reserved: { bytes: number; isOpen: boolean }
}

/** `quota`: bytes that may be reserved. */
export function createFolderLanding(root: string, quota = Infinity): FolderLanding {
  const reserved = { bytes: 0, isOpen: false }
  const landed = new Map<string, UserPath>()
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
    begin: unused,
    abort: unused,
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
  return { landing, files, fileOf, reserved }
}
