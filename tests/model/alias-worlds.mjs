// The small worlds of the alias, and what fails in them without each guard.
import * as w from './worlds.mjs'

export const ONE = { 'A/x': [11] }
export const OLD = { 'A/x': [10, 11] } // 10 is an older version of the same file
const TWO = { 'A/x': [11], 'A/y': [21] }
const DEEP = { 'A/S/x': [11], 'A/y': [21] }
const crash = (...mayCrash) => ({ crashes: 1, mayCrash })
const zombie = { pauses: 1 }
export const late = { loose: true } // an unacknowledged upload may be seen early
const trash = (...trashOk) => ({ trashOk })

// Either a world begins with the request for the rename, `asked`, ...
const asked = w.mover('m', 'A', 'B')
const S = w.standby('m', 'A', 'B', 'A')
// ... or when it has just been answered: `A` is its owner.
const isNow = (src, dst) => ({
  id: 'm',
  kind: 'move',
  src,
  dst,
  state: 'aliased',
  alias: true,
  urgent: [],
  used: false,
  anew: false,
  owner: 'A',
  since: 1,
  late: 0,
  cancel: false,
})
export const answered = (keys, procs, [src, dst] = ['A', 'B']) => ({
  ops: [isNow(src, dst)],
  tree: Object.fromEntries(
    Object.entries(keys).flatMap(([key, values]) => {
      const path = key.startsWith(src + '/') ? dst + key.slice(src.length) : key
      return values.at(-1) === null ? [] : [[path, values.at(-1)]]
    }),
  ),
  keys,
  procs: { A: { fn: 'copyAll', args: ['m', src, dst] }, ...procs },
})
export const once = (proc, other) => ({ ...proc, fn: `${proc.fn}After`, args: [...proc.args, other] })
export const read = (path) => ({ ...w.reader(path), fn: 'readNow' })
export const W = (path) => w.writer(path, 31)
// Its file may be where it was put, or have followed the folder, as far as that went.
export const L = (path, value = 31, at = [path, path.replace(/^A\//, 'B/')]) => ({
  ...w.writer(path, value),
  fn: 'writeLate',
  isBegun: true,
  does: { kind: 'write', path, value, at },
})
const rm = (path) => ({ fn: 'outside', args: [path, null], does: { kind: 'delete', path, outside: true } })
export const K = { fn: 'cancel', args: ['m'], does: { kind: 'move', src: 'B', dst: 'A' } }
export const N = w.mover('n', 'B', 'C')
const D = w.wipe('d', 'B')
const history = (key, ...allowed) => ({
  finally: (s) => {
    const held = JSON.stringify((s.keys[key] ?? []).map(([, v]) => v))
    return allowed.some((values) => JSON.stringify(values) === held) ? null : `the history of ${key} is ${held}`
  },
})

const R = w.restorer('b', 'd', 'A')
const T = w.standby('b', null, 'A', 'R')
// A folder that was deleted comes back.
const deleted = (keys, procs) => ({
  keys: Object.fromEntries(Object.entries(keys).map(([key, values]) => [key, [...values, null]])),
  noted: { d: Object.entries(keys).map(([key, values]) => [key, `v${values.length}`, values.at(-1)]) },
  procs: { R, ...procs },
  ...trash(...Object.keys(keys)),
})

const wipeA = w.wipe('d', 'A')
const back = once({ fn: 'takeBackDelete', args: ['d'], does: { kind: 'restore', of: 'd' } }, 'D')
const gone = trash('A/x', 'A/y')

export const ALIAS = {
  // From the request on.
  'asked, a reader of the old name and one of the new': {
    keys: ONE,
    procs: { A: asked, r: read('B/x'), q: read('A/x') },
  },
  'asked, a reader with an old journal': { keys: ONE, procs: { A: asked, r: w.reader('B/x') } },
  'asked, its owner crashes anywhere': {
    keys: OLD,
    procs: { A: asked, S, r: read('B/x') },
    ...crash('A'),
    ...history('B/x', [], [10, 11]),
  },
  'asked, upload under the old name': { keys: ONE, procs: { A: asked, W: W('A/x') }, ...late },
  'asked, upload under the new name': { keys: ONE, procs: { A: asked, W: W('B/x') }, ...late },
  'asked, a new file under the new name': { keys: ONE, procs: { A: asked, W: W('B/n'), r: read('B/x') }, ...late },
  'asked, a file of the new name': { keys: ONE, procs: { A: asked, W: W('B') }, ...late },
  'asked, a second folder takes the same new name': {
    keys: { ...ONE, 'C/y': [21] },
    procs: { A: asked, N: w.mover('n', 'C', 'B') },
  },
  'asked, deleted things at the new name': {
    keys: { ...ONE, 'B/x': [5, null], 'B/z': [6, null] },
    procs: { A: asked, r: read('B/x') },
    ...trash('B/x', 'B/z'),
  },
  'asked, a deleted file is the new name': {
    keys: { ...ONE, B: [9, null] },
    procs: { A: asked, r: read('B/x') },
    ...trash('B'),
  },
  // From the answer on.
  'two files, a reader of the old name and one of the new': answered(TWO, { r: read('B/x'), q: read('A/x') }),
  'its owner sleeps, a reader': { ...answered(OLD, { S, r: read('B/x') }), ...zombie, ...history('B/x', [10, 11]) },
  'a folder in the folder, its owner crashes': { ...answered(DEEP, { S, r: read('B/S/x') }), ...crash('A') },
  // Writers under the new name.
  'upload under the new name': { ...answered(OLD, { W: W('B/x'), r: read('B/x') }), ...late },
  'upload under the new name, a reader after it': {
    ...answered(OLD, { W: W('B/x'), r: once(read('B/x'), 'W') }),
    ...history('B/x', [10, 11, 31]),
  },
  'upload under the new name, its owner sleeps': { ...answered(ONE, { S, W: W('B/x') }), ...zombie, ...late },
  'upload under the new name, crash of owner or writer': {
    ...answered(ONE, { S, W: W('B/x') }),
    ...crash('A', 'W'),
    ...late,
  },
  'a new file under the new name': { ...answered(ONE, { W: W('B/n'), r: read('B/n') }), ...late },
  'a new file under the new name, a reader after it': answered(ONE, { W: W('B/n'), r: once(read('B/n'), 'W') }),
  'a new file under the new name, its owner sleeps': {
    ...answered(ONE, { S, W: W('B/n'), r: once(read('B/n'), 'W') }),
    ...zombie,
  },
  'a new file under the new name, crash of owner or writer': {
    ...answered(ONE, { S, W: W('B/n') }),
    ...crash('A', 'W'),
    ...late,
  },
  'a new file under the new name, late upload of it under the old': {
    ...answered(ONE, { W: W('B/n'), V: L('A/n', 41), r: once(read('B/n'), 'W') }),
    ...late,
  },
  'a file where the folder has a folder': answered(DEEP, { W: W('B/S') }),
  'a folder where the folder has a file': answered(ONE, { W: W('B/x/n') }),
  'a late file where the folder has a folder': { ...answered(DEEP, { W: L('B/S') }), ...late },
  'late upload under the new name': { ...answered(ONE, { W: L('B/x'), r: read('B/x') }), ...late },
  'delete under the new name': { ...answered(OLD, { E: w.deleter('B/x'), r: read('B/x') }), ...trash('B/x') },
  'delete under the new name, its owner sleeps': {
    ...answered(ONE, { S, E: w.deleter('B/x') }),
    ...zombie,
    ...trash('B/x'),
  },
  'delete and upload under the new name': {
    ...answered(ONE, { E: w.deleter('B/x'), W: W('B/x') }),
    ...late,
    ...trash('B/x'),
  },
  // Late writers under the old name.
  'late upload under the old name': { ...answered(ONE, { W: L('A/x'), r: read('B/x') }), ...late },
  'late upload under the old name, readers after it': {
    ...answered(ONE, { W: L('A/x'), r: once(read('B/x'), 'W'), q: once(read('A/x'), 'W') }),
    ...late,
  },
  'late upload of a new file under the old name': { ...answered(ONE, { W: L('A/n'), r: read('B/n') }), ...late },
  'late upload under the old name, crash': { ...answered(ONE, { S, W: L('A/x') }), ...crash('A', 'W'), ...late },
  'late upload under the old name, upload under the new': {
    ...answered(ONE, { W: L('A/x'), V: w.writer('B/x', 41), r: once(read('B/x'), 'W') }),
    ...late,
  },
  'late delete under the old name': {
    ...answered(ONE, {
      E: { fn: 'removeLate', isBegun: true, args: ['A/x'], does: { kind: 'delete', path: 'A/x', at: ['A/x', 'B/x'] } },
      r: read('B/x'),
    }),
    ...late,
    ...trash('A/x', 'B/x'),
  },
  // `mv a b; mkdir a`
  'a new folder of the old name, the same file': { ...answered(ONE, { W: W('A/x'), r: read('B/x') }), ...late },
  'a new folder of the old name, a reader of it': { ...answered(ONE, { W: W('A/x'), r: read('A/x') }), ...late },
  'a new folder of the old name, crash': { ...answered(OLD, { S, W: W('A/x') }), ...crash('A'), ...late },
  'a new folder of the old name, its owner sleeps': { ...answered(ONE, { S, W: W('A/x') }), ...zombie, ...late },
  'a new folder of the old name, a late upload into the old one': {
    ...answered(ONE, { W: W('A/x'), V: L('A/x', 41) }),
    ...late,
  },
  'a new folder of the old name, and a delete in it': {
    ...answered(ONE, { W: W('A/x'), E: once(w.deleter('A/x'), 'W'), r: once(read('B/x'), 'W') }),
    ...trash('A/x'),
  },
  'a new folder of the old name, an outside tool deletes in it': {
    ...answered(ONE, { W: W('A/x'), X: once(rm('A/x'), 'W'), r: once(read('B/x'), 'X') }),
    ...trash('A/x'),
  },
  'a new folder of the old name, a file where the old one has a folder': {
    ...answered(DEEP, { W: W('A/S'), r: read('B/S/x') }),
    ...late,
  },
  // Turned back.
  'turned back, readers': answered(ONE, { K, r: read('B/x'), q: read('A/x') }),
  'turned back, crash': { ...answered(TWO, { S, K, r: read('A/x') }), ...crash('A') },
  'turned back, its owner sleeps': { ...answered(ONE, { S, K, r: read('A/x') }), ...zombie },
  'turned back, upload under the new name': { ...answered(ONE, { K, W: W('B/x'), r: read('A/x') }), ...late },
  'turned back, delete under the new name': {
    ...answered(ONE, { K, E: w.deleter('B/x'), r: read('A/x') }),
    ...trash('B/x', 'A/x'),
  },
  'turned back, late upload under the new name': { ...answered(ONE, { K, W: L('B/x') }), ...late },
  'turned back, late upload under the old name': { ...answered(ONE, { K, W: L('A/x'), r: read('A/x') }), ...late },
  'turned back, a new folder of the old name': { ...answered(ONE, { K, W: W('A/x') }), ...late },
  'turned back, or renamed again': answered(ONE, { K, N, r: once(read('C/x'), 'N') }),
  // A second operation.
  'renamed again, a reader of the newest name': answered(ONE, { N, r: read('C/x') }),
  'renamed again, a reader of the middle name': answered(ONE, { N, q: read('B/x') }),
  'renamed again, readers of both names after it': answered(ONE, {
    N,
    r: once(read('C/x'), 'N'),
    q: once(read('B/x'), 'N'),
  }),
  'renamed again, crash of an owner': {
    ...answered(ONE, { S, N, T: w.standby('n', 'B', 'C', 'N') }),
    ...crash('A', 'N'),
  },
  'renamed again, upload under the newest name': {
    ...answered(ONE, { N, W: once(W('C/x'), 'N'), r: once(read('C/x'), 'W') }),
    ...late,
  },
  'renamed again, late upload under the first name': {
    ...answered(ONE, { N, W: L('A/x', 31, ['A/x', 'B/x', 'C/x']) }),
    ...late,
  },
  'renamed again, upload under the middle name': { ...answered(ONE, { N, W: W('B/x') }), ...late },
  'renamed again, a new folder of the middle name': {
    ...answered(ONE, { N, W: once(W('B/x'), 'N'), r: once(read('C/x'), 'W'), q: once(read('B/x'), 'r') }),
    ...late,
  },
  'a folder in it is moved out': {
    ...answered(DEEP, { N: w.mover('n', 'B/S', 'C'), r: once(read('C/x'), 'N'), q: once(read('B/S/x'), 'r') }),
    folders: true,
  },
  'the only folder in it is moved out': {
    ...answered({ 'A/S/x': [11] }, { N: w.mover('n', 'B/S', 'C'), r: once(read('C/x'), 'N') }),
    folders: true,
  },
  'the only folder in it is deleted, crash': {
    ...answered({ 'A/S/x': [11] }, { S, D: w.wipe('d', 'B/S'), T: w.standby('d', 'B/S', null, 'D') }),
    folders: true,
    ...crash('A', 'D'),
    ...trash('B/S/x'),
  },
  'the folder around is renamed': answered(
    { 'P/A/x': [11], 'P/y': [21] },
    { N: w.mover('n', 'P', 'Q'), r: once(read('Q/B/x'), 'N'), q: once(read('Q/A/x'), 'r') },
    ['P/A', 'P/B'],
  ),
  'moved into another folder, which is renamed': answered(
    { 'A/x': [11], 'P/y': [21] },
    { N: w.mover('n', 'P', 'Q'), r: once(read('Q/B/x'), 'N'), q: once(read('P/B/x'), 'r') },
    ['A', 'P/B'],
  ),
  'a folder in it is moved out, and it is renamed': {
    ...answered(DEEP, {
      N: w.mover('n', 'B/S', 'C'),
      O: once(w.mover('o', 'B', 'D'), 'N'),
      r: once(read('D/S/x'), 'O'),
      q: once(read('C/x'), 'r'),
    }),
    folders: true,
  },
  'it is deleted': { ...answered(TWO, { D, r: read('B/x') }), ...trash('B/x', 'B/y') },
  'it is deleted, crash': {
    ...answered(ONE, { S, D, T: w.standby('d', 'B', null, 'D') }),
    ...crash('A', 'D'),
    ...trash('B/x'),
  },
  'it is deleted and restored': {
    ...answered(ONE, { D, R: w.restorer('b', 'd', 'B'), r: read('B/x') }),
    ...trash('B/x'),
  },
  'it is deleted, late upload under the old name': {
    ...answered(ONE, { D, W: L('A/x') }),
    ...late,
    ...trash('B/x'),
  },
  // Restored.
  'restore, a reader': deleted(TWO, { r: read('A/x') }),
  'restore, a reader after it': deleted(TWO, { r: once(read('A/x'), 'R'), q: once(read('A/y'), 'r') }),
  'restore, its owner crashes anywhere': { ...deleted(OLD, { S: T, r: read('A/x') }), ...crash('R') },
  'restore, its owner sleeps, delete': {
    ...deleted(ONE, { S: T, E: once(w.deleter('A/x'), 'R'), r: read('A/x') }),
    ...zombie,
  },
  'restore, delete, a reader after it': deleted(ONE, { E: once(w.deleter('A/x'), 'R'), r: once(read('A/x'), 'E') }),
  'restore, delete, a reader': deleted(ONE, { E: once(w.deleter('A/x'), 'R'), r: read('A/x') }),
  'restore, upload, then a delete': {
    ...deleted(ONE, { W: once(W('A/x'), 'R'), E: once(w.deleter('A/x'), 'W'), r: once(read('A/x'), 'W') }),
    ...late,
  },
  'restore, a new file in it': { ...deleted(ONE, { W: once(W('A/n'), 'R'), r: read('A/n') }), ...late },
  'restore, a file where it has a folder': deleted({ 'A/S/x': [11] }, { W: once(W('A/S'), 'R'), r: read('A/S/x') }),
  'restore, late upload': { ...deleted(ONE, { W: W('A/x'), r: read('A/x') }), ...late },
  'restore, late delete': { ...deleted(ONE, { E: w.deleter('A/x'), r: read('A/x') }), ...late },
  'restore, renamed meanwhile': deleted(ONE, { N: once(w.mover('n', 'A', 'C'), 'R'), r: read('C/x') }),
  // A delete that is taken back before it is over.
  'delete taken back, a reader after it': {
    keys: TWO,
    procs: { D: wipeA, B: back, r: once(read('A/x'), 'B') },
    ...gone,
  },
  'delete taken back, a reader': { keys: ONE, procs: { D: wipeA, B: back, r: read('A/x') }, ...gone },
  'delete taken back, its owner crashes anywhere': {
    keys: TWO,
    procs: { D: wipeA, S: w.standby('d', 'A', 'A', 'D'), B: back },
    ...crash('D in wipe', 'D in plainWipe', 'D in turnToRestore', 'D in bringBack', 'D in noteCovered'),
    ...gone,
  },
  'delete taken back, upload': { keys: ONE, procs: { D: wipeA, B: back, W: once(W('A/x'), 'B') }, ...late, ...gone },
  'delete taken back, late upload': { keys: ONE, procs: { D: wipeA, B: back, W: W('A/x') }, ...late, ...gone },
  'delete taken back, its owner sleeps': {
    keys: ONE,
    procs: { D: wipeA, S: w.standby('d', 'A', 'A', 'D'), B: back, E: once(w.deleter('A/x'), 'B') },
    ...zombie,
    ...gone,
  },
  'delete taken back, delete of one file': {
    keys: ONE,
    procs: { D: wipeA, B: back, E: once(w.deleter('A/x'), 'B'), r: once(read('A/x'), 'E') },
    ...gone,
  },
  // Links.
  'link, its file is moved, new file at the old path': {
    keys: ONE,
    links: { l: 'A/x' },
    procs: { A: asked, W: once(W('A/x'), 'A'), o: w.opener('l', 'A'), p: w.opener('l', 'W') },
    ...late,
  },
  'link to the new file at the old path': answered(ONE, {
    W: W('A/x'),
    L: w.sharer('k', 'A/x', 'W'),
    p: w.opener('k', 'L'),
  }),
  'link made under the new name, turned back': answered(ONE, { K, L: w.sharer('k', 'B/x'), p: w.opener('k', 'L') }),
  'link, records dropped, crash': {
    keys: ONE,
    links: { l: 'A/x' },
    procs: { A: asked, S, F: w.forgetter(), o: w.opener('l') },
    ...crash('A'),
  },
  'link, renamed again': {
    keys: ONE,
    links: { l: 'A/x' },
    procs: { A: asked, N: once(N, 'A'), F: w.forgetter(), o: w.opener('l') },
  },
  // Other tools.
  'an outside tool puts under the old name': {
    ...answered(ONE, { X: w.outsider('A/x', 901) }),
    ...late,
  },
  'an outside tool puts under the new name': {
    ...answered(ONE, { X: w.outsider('B/x', 901), r: read('B/x') }),
    ...late,
  },
  'an outside tool puts a file of the old name': { ...answered(ONE, { X: w.outsider('A', 901) }), ...late },
  'an outside tool puts a file of the new name': { ...answered(ONE, { X: w.outsider('B', 901) }), ...late },
}

// [world, guard that is switched off, ...]: each must find a violation.
export const ALIAS_MUTANTS = [
  ['asked, a new file under the new name', 'freeFirst'],
  ['asked, upload under the new name', 'freeFirst'],
  ['its owner sleeps, a reader', 'sourceFirst'],
  ['asked, a reader with an old journal', 'recheck'],
  ['upload under the new name, a reader after it', 'arrived'],
  ['delete under the new name', 'arrived'],
  ['turned back, upload under the new name', 'usedFirst'],
  ['turned back, delete under the new name', 'usedFirst'],
  ['turned back, a new folder of the old name', 'usedFirst'],
  ['link made under the new name, turned back', 'usedFirst'],
  ['a file where the folder has a folder', 'kindsOfBoth'],
  ['late upload under the new name', 'lift'],
  ['late upload under the old name', 'lateBump'],
  ['late upload under the old name, readers after it', 'withdrawn'],
  ['late upload under the old name', 'followed'],
  ['renamed again, late upload under the first name', 'goneFirst'],
  ['a new folder of the old name, the same file', 'newMark'],
  ['a new folder of the old name, an outside tool deletes in it', 'ofBelow'],
  ['a new folder of the old name, a file where the old one has a folder', 'newKinds'],
  ['renamed again, a reader of the newest name', 'feeders'],
  ['it is deleted', 'feeders'],
  ['a folder in it is moved out, and it is renamed', 'inOrder'],
  ['the only folder in it is moved out', 'parent'],
  ['renamed again, a reader of the newest name', 'inOrder'],
  ['turned back, or renamed again', 'keepsUsed'],
  ['restore, delete, a reader after it', 'backFirst'],
  ['restore, upload, then a delete', 'backFirst'],
  ['restore, a reader', 'listFirst'],
  ['restore, a reader after it', 'shows'],
  ['restore, its owner sleeps, delete', 'expiry'],
  ['delete taken back, a reader', 'noteLast'],
  ['delete taken back, late upload', 'coveredToo'],
  ['delete taken back, delete of one file', 'backFirst'],
  ['upload under the new name, its owner sleeps', 'quiet'],
  ['delete under the new name, its owner sleeps', 'expiry'],
  ['late upload under the old name', 'exact'],
  ['link to the new file at the old path', 'linkRev'],
  ['link, records dropped, crash', 'follow'],
]
