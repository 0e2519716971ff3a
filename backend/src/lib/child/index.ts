// Nido's children by their work: looks take milliseconds and never wait for drawings, which take seconds.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { CHILD_MEMORY } from './bounds.ts'
import { type ChildPool, createChildPool } from './pool.ts'

export interface Children {
  /** Short work on a few bytes: sizes of pictures, subtitles, what an archive holds. */
  looks: ChildPool
  /** Pictures that are drawn. */
  drawings: ChildPool
  stop(): void
}

const MIB = 1024 * 1024
const LOOK_ANSWER_BYTES = 32 * MIB
const DRAWING_ANSWER_BYTES = 16 * MIB

/** `program`: the module that all children run. */
export function createChildren(program: string): Children {
  const codeFolder = makeCodeFolder()
  const options = { program, memory: CHILD_MEMORY, codeFolder }
  const looks = createChildPool({ ...options, share: FAIR_SHARES.looks, answerBytes: LOOK_ANSWER_BYTES })
  const drawings = createChildPool({ ...options, share: FAIR_SHARES.children, answerBytes: DRAWING_ANSWER_BYTES })
  return {
    looks,
    drawings,
    stop: () => {
      looks.stop()
      drawings.stop()
      if (codeFolder !== null) rmSync(codeFolder, { recursive: true, force: true })
    },
  }
}

/**
 * Nobody else's, and new each time: what lies in it is run. Where there is no room for it children only start slower.
 */
function makeCodeFolder(): string | null {
  try {
    return mkdtempSync(path.join(os.tmpdir(), 'nido-code-'))
  } catch {
    return null
  }
}
