// The worlds of the alias as far as it is built (`waiting` in alias.mjs): those in which nothing is restored or follows
// an alias, and some for what waits. Left out: a file of another tool over a copy, which is not seen before the flip
// here.
import { ALIAS, answered, K, late, ONE, once, read, W } from './alias-worlds.mjs'
import * as w from './worlds.mjs'

const isBuilt = (name) =>
  !/^restore|^delete taken back/.test(name) && name !== 'an outside tool puts under the new name'

export const STAGE = {
  ...Object.fromEntries(Object.entries(ALIAS).filter(([name]) => isBuilt(name))),
  'turned back, a new file under the new name': {
    ...answered(ONE, { K: { ...K, does: { ...K.does, only: ['B/x'] } }, W: W('B/n'), r: once(read('B/n'), 'W') }),
    ...late,
  },
  'an upload under the new name waits, readers': {
    ...answered(ONE, { W: w.writer('B/x', 31), r: read('B/x'), q: once(read('B/x'), 'W') }),
    loose: true,
  },
}

// [world, guard that is switched off, ...]: each must find a violation.
export const STAGE_MUTANTS = [
  ['asked, a new file under the new name', 'freeFirst'],
  ['asked, upload under the new name', 'freeFirst'],
  ['its owner sleeps, a reader', 'sourceFirst'],
  ['asked, a reader with an old journal', 'recheck'],
  ['an upload under the new name waits, readers', 'held'],
  ['delete under the new name', 'held'],
  ['upload under the new name', 'isNew'],
  ['a new file under the new name, late upload of it under the old', 'stillNew'],
  ['late upload under the new name', 'lift'],
  ['late upload under the old name', 'lateBump'],
  ['late upload under the old name, readers after it', 'withdrawn'],
  ['late upload under the old name', 'exact'],
  ['upload under the new name, its owner sleeps', 'quiet'],
  ['delete under the new name, its owner sleeps', 'expiry'],
  ['the only folder in it is moved out', 'parent'],
  ['link to the new file at the old path', 'linkRev'],
  ['link, records dropped, crash', 'follow'],
]
