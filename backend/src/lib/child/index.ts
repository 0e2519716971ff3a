// Nido's children by their work: looks take milliseconds and never wait for drawings, which take seconds.
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
  const looks = createChildPool({ program, share: FAIR_SHARES.looks, memory: CHILD_MEMORY, answerBytes: LOOK_ANSWER_BYTES })
  const drawings = createChildPool({ program, share: FAIR_SHARES.children, memory: CHILD_MEMORY, answerBytes: DRAWING_ANSWER_BYTES })
  return {
    looks,
    drawings,
    stop: () => {
      looks.stop()
      drawings.stop()
    },
  }
}
