// The worlds of the alias as far as it is built (`waiting` in alias.mjs): those in which no delete is taken back before
// it is over, and some for what waits. Left out: a file of another tool over a copy, which is not seen before the flip
// here.
import { ALIAS, answered, K, L, late, N, OLD, ONE, once, read, W } from './alias-worlds.mjs'
import * as w from './worlds.mjs'

const isBuilt = (name) => !/^delete taken back/.test(name) && name !== 'an outside tool puts under the new name'

export const STAGE = {
  ...Object.fromEntries(Object.entries(ALIAS).filter(([name]) => isBuilt(name))),
  'turned back, a new file under the new name': {
    ...answered(ONE, { K: { ...K, does: { ...K.does, only: ['B/x'] } }, W: W('B/n'), r: once(read('B/n'), 'W') }),
    ...late,
  },
  'upload under the new name, turned back': {
    ...answered(ONE, { W: W('B/x'), K, r: once(read('B/x'), 'W') }),
    ...late,
  },
  'delete under the new name, turned back': {
    ...answered(ONE, { E: w.deleter('B/x'), K, r: once(read('B/x'), 'E') }),
    trashOk: ['B/x', 'A/x'],
  },
  'delete under the new name, a late upload under the old, a reader': {
    ...answered(ONE, { E: w.deleter('B/x'), W: L('A/x'), r: once(read('B/x'), 'E'), q: once(read('B/x'), 'W') }),
    ...late,
    trashOk: ['B/x', 'A/x'],
  },
  'upload under the new name, one after the other': {
    ...answered(OLD, { W: W('B/x'), V: once(w.writer('B/x', 41), 'W'), r: once(read('B/x'), 'V') }),
    ...late,
  },
  'upload under the new name, then it is renamed again': {
    ...answered(ONE, { W: W('B/x'), N: once(N, 'W'), r: once(read('C/x'), 'N') }),
    ...late,
  },
  'renamed again, its owners sleep, a reader': {
    ...answered(ONE, { S: w.standby('m', 'A', 'B', 'A'), N, r: once(read('C/x'), 'N') }),
    pauses: 1,
  },
  'renamed again, that is turned back': answered(ONE, {
    N,
    K: once({ fn: 'cancel', args: ['n'], does: { kind: 'move', src: 'C', dst: 'B' } }, 'N'),
    r: once(read('B/x'), 'K'),
    q: once(read('C/x'), 'K'),
  }),
  'renamed again, a new file under the newest name': answered(ONE, {
    N,
    W: once(W('C/n'), 'N'),
    r: once(read('C/n'), 'W'),
  }),
  'renamed again, late upload of the same new file under the first name': {
    ...answered(ONE, { N, W: once(W('C/n'), 'N'), V: L('A/n', 41, ['A/n', 'B/n', 'C/n']), r: once(read('C/n'), 'W') }),
    ...late,
  },
  'renamed again, late upload under the middle name': {
    ...answered(ONE, { N, W: L('B/x', 31, ['B/x', 'C/x']), r: read('C/x') }),
    ...late,
  },
  'renamed again while a new file comes under the middle name': {
    ...answered(ONE, { N, W: W('B/n'), r: once(read('C/n'), 'W') }),
    ...late,
  },
  'renamed again, a late file follows': {
    ...answered(ONE, { N, W: L('A/n', 31, ['A/n', 'B/n', 'C/n']), r: once(read('C/n'), 'W') }),
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
  ['upload under the new name, then it is renamed again', 'held'],
  ['a file where the folder has a folder', 'aloneThere'],
  ['late upload under the old name, upload under the new', 'lateSettle'],
  ['upload under the new name, turned back', 'settledStays'],
  ['renamed again, upload under the newest name', 'firstToo'],
  ['renamed again, late upload under the middle name', 'liftThere'],
  ['renamed again, a reader of the newest name', 'feeders'],
  ['renamed again, a reader of the newest name', 'inOrder'],
  ['turned back, or renamed again', 'keepsUsed'],
  ['restore, a reader', 'listFirst'],
  ['restore, a reader after it', 'shows'],
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
