// node model.mjs            runs every check; exit 0 when each ends as expected
// node model.mjs -v         also prints the shortest trace of each mutant's violation
// node model.mjs NAME ...   only the checks whose name contains one of the words ('alias:' for one protocol)
import { Worker, isMainThread, parentPort } from 'node:worker_threads'
import { explore } from './engine.mjs'
import { asideOf } from './s3.mjs'
import { plain, guards as plainGuards } from './plain.mjs'
import { alias, guards as aliasGuards, waiting } from './alias.mjs'
import { ALIAS, ALIAS_MUTANTS } from './alias-worlds.mjs'
import { STAGE, STAGE_MUTANTS } from './stage-worlds.mjs'
import { backup, guards as backupGuards } from './backup.mjs'
import * as w from './worlds.mjs'

const ONE = { 'A/x': [11] }
const OLD = { 'A/x': [10, 11] } // 10 is an older version of the same file
const TWO = { 'A/x': [11], 'A/y': [21] }
const S = w.standby('m', 'A', 'B', 'A')
const move = { fn: 'start', args: ['m', 'move', 'A', 'B'], does: { kind: 'move', src: 'A', dst: 'B' } }
const copy = { fn: 'start', args: ['m', 'copy', 'A', 'B'], does: { kind: 'copy', src: 'A', dst: 'B' } }
const cancel = { fn: 'cancel', args: ['m'] }
const crash = (...mayCrash) => ({ crashes: 1, mayCrash })
const zombie = { pauses: 1 }
const late = { loose: true } // an unacknowledged upload may be seen early
// A note of what one action has replaced so far.
const joined = { keys: { ...OLD, 'B/y': [20] }, noted: { d: [['A/x', 'v1', 10]] } }
const forGood = w.replacedPurger('p', 'd', 'A')
const joins = w.replacerAfter('P', 'B/y', 31, 'd')
const trash = (...trashOk) => ({ trashOk })

const PLAIN = {
  'rename, its owner crashes anywhere': { keys: TWO, procs: { A: move, S, r: w.reader('B/x') }, ...crash('A') },
  'late upload to the source': { keys: ONE, procs: { A: move, W: w.writer('A/x', 31), r: w.reader('B/x') }, ...late },
  'upload to the destination': { keys: ONE, procs: { A: move, W: w.writer('B/x', 31) }, ...late },
  'a new file under the new name': {
    keys: ONE,
    procs: { A: move, W: w.writer('B/n', 31), r: w.reader('B/n') },
    ...late,
  },
  'a new file under the new name, its owner crashes': {
    keys: ONE,
    procs: { A: move, S, W: w.writer('B/n', 31) },
    ...crash('A'),
    ...late,
  },
  'a new file under the new name, late upload of it under the old': {
    keys: ONE,
    procs: { A: move, W: w.writer('B/n', 31), V: w.writer('A/n', 41), r: w.reader('B/n') },
    ...late,
  },
  'delete under the new name, zombie owner': {
    keys: ONE,
    procs: { A: move, S, D: w.deleter('B/x') },
    ...zombie,
    ...trash('B/x'),
  },
  'cancel, zombie owner': { keys: ONE, procs: { A: move, S, K: cancel, r: w.reader('B/x') }, ...zombie },
  'cancel, crash': { keys: ONE, procs: { A: move, S, K: cancel, r: w.reader('B/x') }, ...crash('A') },
  'copy, delete of the copy, zombie owner': {
    keys: ONE,
    procs: { A: copy, S, D: w.deleter('B/x'), r: w.reader('B/x') },
    ...zombie,
    ...trash('B/x'),
  },
}
Object.assign(PLAIN, {
  'copy while its source is moved': { keys: TWO, procs: { A: copy, M: w.starter('n', 'A', 'C') } },
  'copy, uploads into its source': {
    keys: TWO,
    procs: { A: copy, W: w.writer('A/x', 31), r: w.reader('B/x') },
    ...late,
  },
  'late delete at the source': {
    keys: ONE,
    procs: { A: move, E: w.deleter('A/x'), r: w.reader('B/x') },
    ...late,
    ...trash('A/x', 'B/x'),
  },
})
const D = w.wipe('d', 'A')
const T = w.standby('d', 'A', null, 'D')
const R = w.restorer('b', 'd', 'A')
const stopped = w.stopped('d', 'A')
const stopper = w.stopper('b', 'd', 'A')
const gone = trash('A/x', 'A/y')
const N = w.starter('n', 'A/S', 'C')
const merge = w.starter('m', 'A', 'B', true)
const K = cancel
const history = (key, ...allowed) => ({
  finally: (s) => {
    const held = JSON.stringify((s.keys[key] ?? []).map(([, v]) => v))
    return allowed.some((values) => JSON.stringify(values) === held) ? null : `the history of ${key} is ${held}`
  },
})
Object.assign(PLAIN, {
  'delete, two files, its owner crashes anywhere, restore': {
    keys: TWO,
    procs: { D, S: T, R },
    ...crash('D'),
    ...gone,
  },
  'delete that is stopped': {
    keys: { ...TWO, 'A/z': [13] },
    procs: { D: stopped, R: stopper, r: w.reader('A/y') },
    ...gone,
  },
  'delete that is stopped, its owners crash anywhere': {
    keys: TWO,
    procs: { D: stopped, S: T, R: stopper, Q: w.standby('b', null, 'A', 'R') },
    ...crash('D', 'R'),
    ...gone,
  },
  'delete that is stopped by a zombie, new file': {
    keys: TWO,
    procs: { D: stopped, S: T, R: stopper, W: w.writer('A/z', 31) },
    ...zombie,
    ...late,
    ...gone,
  },
  'delete that is stopped, late upload': {
    keys: TWO,
    procs: { D: stopped, R: stopper, W: w.writer('A/x', 31) },
    ...late,
    ...gone,
  },
  'delete, zombie owner, new file': {
    keys: ONE,
    procs: { D, S: T, W: w.writer('A/x', 31), r: w.reader('A/x') },
    ...zombie,
    ...late,
    ...gone,
  },
  'delete, new file, restore': {
    keys: ONE,
    procs: { D, W: w.writer('A/x', 31), R, r: w.reader('A/x') },
    ...late,
    ...gone,
  },
  'delete, restore by a zombie, delete again': {
    keys: ONE,
    procs: {
      D,
      R,
      S: w.standby('b', null, 'A', 'R'),
      E: { ...w.deleter('A/x'), fn: 'removeAfter', args: ['A/x', 'R'] },
      r: w.reader('A/x'),
    },
    ...zombie,
    ...gone,
  },
  'delete, restore and for good at once': { keys: TWO, procs: { D, R, P: w.purger('p', 'd', 'A') }, ...gone },
  'delete, restore is cancelled, its owner crashes anywhere, restore again': {
    keys: TWO,
    procs: { D, R, S: w.standby('b', null, 'A', 'R'), K: { fn: 'cancel', args: ['b'] }, Q: w.restorer('q', 'd', 'A') },
    ...crash('R'),
    ...gone,
  },
  'delete, for good is cancelled, its owner crashes anywhere, restore': {
    keys: TWO,
    procs: {
      D,
      P: w.purger('p', 'd', 'A', true),
      S: w.standby('p', 'A', null, 'P'),
      K: { fn: 'cancel', args: ['p'] },
      R,
    },
    ...crash('P'),
    ...gone,
  },
  'delete, restore by a zombie is cancelled': {
    keys: TWO,
    procs: { D, R, S: w.standby('b', null, 'A', 'R'), K: { fn: 'cancel', args: ['b'] } },
    ...zombie,
    ...gone,
  },
  'delete, for good, new file': {
    keys: OLD,
    procs: { D, P: w.purger('p', 'd', 'A'), W: w.writer('A/x', 31) },
    ...gone,
  },
  'for good of what was replaced, a later write joins its note': { ...joined, procs: { P: forGood, W: joins } },
  'for good of what was replaced, a later write joins its note, its owner crashes': {
    ...joined,
    procs: { P: forGood, W: joins, S: w.standby('p', 'A', null, 'P') },
    ...crash('P in endReplaced'),
  },
  // Folders within folders, and a file where a folder is pending.
  'inner folder moved out while the outer one is renamed': {
    keys: { 'A/x': [11], 'A/S/z': [21] },
    folders: true,
    procs: { N, M: w.starter('m', 'A', 'B') },
  },
  'inner folder moved out, outer one deleted': {
    keys: { 'A/x': [11], 'A/S/z': [21] },
    folders: true,
    procs: { N, D, r: w.reader('A/S/z') },
    ...trash('A/x', 'A/S/z'),
  },
  'folder moved in while the outer one is renamed': {
    keys: { 'A/x': [11], 'C/z': [21] },
    procs: { N: w.starter('n', 'C', 'A/S'), M: w.starter('m', 'A', 'B') },
  },
  'upload of a file at the name of the destination': {
    keys: OLD,
    procs: { A: move, K, W: w.writer('B', 31) },
    ...late,
  },
  'upload of a file where a folder of the source goes': {
    keys: { 'A/S/z': [11] },
    procs: { A: move, K, W: w.writer('B/S', 31) },
    ...late,
  },
  'upload of a file at the name of a deleted folder': {
    keys: ONE,
    procs: { D, W: w.writer('A', 31) },
    ...late,
    ...gone,
  },
  'outside tool puts a file at the name of the source': {
    keys: ONE,
    procs: { A: move, X: w.outsider('A', 901) },
    ...late,
  },
  'a deleted file has the name of the destination': {
    keys: { ...ONE, B: [9, null] },
    procs: { A: move, S, r: w.reader('B/x') },
    ...crash('A'),
    ...trash('B'),
  },
  // Merges.
  'merge, cancel, crash': { keys: { ...OLD, 'B/x': [5], 'B/y': [6] }, procs: { A: merge, S, K }, ...crash('A') },
  'merge, readers': {
    keys: { ...ONE, 'B/x': [5], 'B/y': [6] },
    procs: { A: merge, r: w.reader('B/x'), q: w.reader('A/x') },
  },
  'merge, late upload to the file that is replaced': {
    keys: { ...ONE, 'B/x': [5] },
    procs: { A: merge, K, W: w.writer('B/x', 31), r: w.reader('B/x') },
    ...late,
  },
  'merge, late delete of the file that is replaced': {
    keys: { ...ONE, 'B/x': [5] },
    procs: { A: merge, E: w.deleter('B/x'), r: w.reader('B/x') },
    ...late,
    ...trash('B/x'),
  },
  'merge, a new file in it': { keys: { ...ONE, 'B/y': [7] }, procs: { A: merge, W: w.writer('B/n', 31) }, ...late },
  'merge, the replaced version lies beneath': {
    keys: { ...OLD, 'B/x': [5] },
    procs: { A: merge, S },
    ...zombie,
    ...history('B/x', [5], [5, 10, 11]),
  },
  'merge of a file against a folder': { keys: { 'A/x': [11], 'B/x/z': [5] }, procs: { A: merge } },
  // A deleted file of the same name stays where it was.
  'an earlier file of that name stays in the trash': {
    keys: { 'A/x': [10, null, 11] },
    noted: { d: [['A/x', 'v1', 10]] },
    procs: { A: move, S, R },
    ...crash('A'),
    ...trash('A/x'),
    ...history('B/x', [], [11]),
  },
  // Folder markers.
  'the only folder in a folder is deleted, crash': {
    keys: { 'P/A/x': [11] },
    folders: true,
    procs: { D: w.wipe('d', 'P/A'), S: w.standby('d', 'P/A', null, 'D'), r: w.reader('P/') },
    ...crash('D'),
    ...trash('P/A/x'),
  },
  'inner folder deleted, then the outer one, zombie': {
    keys: { 'P/A/x': [11] },
    folders: true,
    procs: { D: w.wipe('d', 'P/A'), S: w.standby('d', 'P/A', null, 'D'), E: w.wipe('e', 'P') },
    ...zombie,
    ...trash('P/A/x'),
  },
  'the only folder in a folder is moved out': {
    keys: { 'P/A/x': [11] },
    folders: true,
    procs: { A: w.starter('m', 'P/A', 'B'), r: w.reader('P/') },
  },
  'a folder with its marker is moved, crash, cancel': {
    keys: { 'A/': [1], 'A/x': [11] },
    folders: true,
    procs: { A: move, S, K },
    ...crash('A'),
  },
  'a folder with its marker is deleted, crash, restore': {
    keys: { 'A/': [1], 'A/x': [11] },
    folders: true,
    procs: { D, S: T, R },
    ...crash('D'),
    ...gone,
  },
  'merge into an empty folder, cancel': {
    keys: { 'A/': [1], 'A/x': [11], 'B/': [1] },
    folders: true,
    procs: { A: merge, K, r: w.reader('B/') },
  },
  // A replica that is alone.
  'lone replica, a newcomer renames': {
    keys: ONE,
    procs: {
      A: { ...move, fn: 'join' },
      H: w.lone('renew'),
      L: w.lone('runOut'),
      q: { ...w.reader('B/x'), fn: 'readAlone' },
      p: w.reader('B/x'),
    },
  },
  // Links.
  'link, its file is moved, new file at the old path': {
    keys: ONE,
    links: { l: 'A/x' },
    procs: { A: move, W: w.writer('A/x', 31), o: w.opener('l'), p: w.opener('l', 'W') },
    ...late,
  },
  'link to the new file at the old path': {
    keys: ONE,
    links: { l: 'A/x' },
    procs: { A: move, W: w.writer('A/x', 31), L: w.sharer('k', 'A/x', 'W'), p: w.opener('k', 'L') },
    ...late,
  },
  'link made while its folder is renamed': {
    keys: ONE,
    procs: { A: move, L: w.sharer('k', 'A/x'), F: w.forgetter(), p: w.opener('k', 'L') },
  },
  'link, its file is moved, crash, records dropped': {
    keys: ONE,
    links: { l: 'A/x' },
    procs: { A: move, S, F: w.forgetter(), o: w.opener('l') },
    ...crash('A'),
  },
  'link, its folder is deleted, then a new file': {
    keys: ONE,
    links: { l: 'A/x' },
    procs: { D, W: w.writer('A/x', 31), F: w.forgetter(), o: w.opener('l'), p: w.opener('l', 'W') },
    ...late,
    ...gone,
  },
  'link, its folder is deleted and restored': {
    keys: ONE,
    links: { l: 'A/x' },
    procs: { D, R, F: w.forgetter(), o: w.opener('l'), p: w.opener('l', 'R') },
    ...gone,
  },
})
// Things that must not be lost: in a merge, a note, a clearing, a check, a source below its destination, older
// versions.
const sure = (proc) => ({ ...proc, does: { ...proc.does, sure: true } }) // nothing is in its way: it must succeed
const late31 = (path) => w.writer(path, 31)
const again = (id, of, after) => ({ ...w.restorer(id, of, 'A'), fn: 'restoreAfter', args: [id, of, 'A', after] })
const twice = {
  keys: { 'A/x': [11, null, 12, null] },
  noted: { d: [['A/x', 'v1', 11]], e: [['A/x', 'v3', 12]] },
  ...trash('A/x'),
}
const old = { noted: { d: [['A/x', 'v1', 11]] }, ...trash('A/x') }
const cross = (older) => ({
  ...w.starter('m', 'A', 'B'),
  args: ['m', 'move', 'A', 'B', false, { crossing: true }],
  does: { kind: 'move', src: 'A', dst: 'B', note: 'm', older },
})
const inB = (...allowed) => ({
  always: (s) => {
    const held = Object.entries(s.keys)
      .filter(([k]) => k.startsWith('B/'))
      .flatMap(([, stack]) => stack.map(([, v]) => v))
    const gone = !s.journal.ops.some((op) => op.state !== 'removing')
    const bad = gone && s.journal.rev && held.find((v) => v !== null && !allowed.includes(v))
    return bad ? `the older version ${bad} is in the other bucket` : null
  },
})
Object.assign(PLAIN, {
  'merge, a live file where the source has only a deleted folder': {
    keys: { 'A/f/o': [10, null], 'A/y': [11], 'B/f': [5] },
    procs: { A: sure(merge) },
    ...trash('A/f/o'),
  },
  'merge, the same, crash': {
    keys: { 'A/f/o': [10, null], 'A/y': [11], 'B/f': [5] },
    procs: { A: merge, S },
    ...crash('A'),
    ...trash('A/f/o'),
  },
  'merge, the same, cancel': {
    keys: { 'A/f/o': [10, null], 'A/y': [11], 'B/f': [5] },
    procs: { A: merge, K },
    ...trash('A/f/o'),
  },
  'merge, the same, late upload into that folder': {
    keys: { 'A/f/o': [10, null], 'A/y': [11], 'B/f': [5] },
    procs: { A: merge, K, W: late31('A/f/n') },
    ...late,
    ...trash('A/f/o'),
  },
  'merge, late upload of a file where the destination has a folder': {
    keys: { 'A/y': [11], 'B/f/o': [5] },
    procs: { A: merge, W: late31('A/f') },
    ...late,
  },
  'deleted twice: the older delete is restored': { ...twice, procs: { R: sure(w.restorer('b', 'd', 'A')) } },
  'deleted twice: both are restored, crash': {
    ...twice,
    procs: { R: w.restorer('b', 'd', 'A'), S: w.standby('b', null, 'A', 'R'), Q: w.restorer('q', 'e', 'A') },
    ...crash('R'),
  },
  'deleted twice: both are restored, zombie': {
    ...twice,
    procs: { R: w.restorer('b', 'd', 'A'), S: w.standby('b', null, 'A', 'R'), Q: w.restorer('q', 'e', 'A') },
    ...zombie,
  },
  'deleted twice: restore of the older one by a zombie, upload': {
    ...twice,
    procs: { R: w.restorer('b', 'd', 'A'), S: w.standby('b', null, 'A', 'R'), W: late31('A/x') },
    ...zombie,
    ...late,
  },
  'deleted twice: restore of the older one, the newer one for good': {
    ...twice,
    procs: { R: w.restorer('b', 'd', 'A'), P: w.purger('p', 'e', 'A') },
  },
  'deleted twice: restore of the older one, late delete': {
    ...twice,
    procs: { R: w.restorer('b', 'd', 'A'), E: w.deleter('A/x') },
  },
  'deleted twice: restore of the older one is cancelled, crash': {
    ...twice,
    procs: {
      R: w.restorer('b', 'd', 'A'),
      S: w.standby('b', null, 'A', 'R'),
      K: { fn: 'cancel', args: ['b'] },
      Q: again('q', 'd', 'R'),
    },
    ...crash('R'),
  },
  'restore of two files, one is there again': {
    keys: { 'A/x': [11, null], 'A/y': [21, null] },
    noted: {
      d: [
        ['A/x', 'v1', 11],
        ['A/y', 'v1', 21],
      ],
    },
    procs: { R, W: late31('A/x') },
    ...late,
    ...gone,
  },
  'restore of two files, one is there again, zombie': {
    keys: { 'A/x': [11, null], 'A/y': [21, null] },
    noted: {
      d: [
        ['A/x', 'v1', 11],
        ['A/y', 'v1', 21],
      ],
    },
    procs: { R, S: w.standby('b', null, 'A', 'R'), W: late31('A/x') },
    ...zombie,
    ...late,
    ...gone,
  },
  'for good, an outside tool has taken the marker away': {
    keys: ONE,
    noted: { d: [['A/x', 'v1', 11]] },
    procs: { P: w.purger('p', 'd', 'A') },
  },
  'file at the name of a deleted folder that is restored': {
    keys: { 'A/x': [11, null] },
    ...old,
    procs: { R, W: late31('A') },
  },
  'file at the name of a deleted folder that is restored, zombie': {
    keys: { 'A/x': [11, null] },
    ...old,
    procs: { R, W: late31('A'), S: w.standby('c31', 'A', null, 'W') },
    ...zombie,
  },
  'file at the name of a deleted folder that is restored, the writer crashes': {
    keys: { 'A/x': [11, null] },
    ...old,
    procs: { R, W: late31('A'), S: w.standby('c31', 'A', null, 'W') },
    ...crash('W in clearNow'),
  },
  'file at the name of a folder in a folder that is restored': {
    keys: { 'A/S/z': [11, null] },
    noted: { d: [['A/S/z', 'v1', 11]] },
    procs: { R, W: late31('A/S') },
    ...trash('A/S/z'),
  },
  'file below the name of a deleted file that is restored': {
    keys: { 'A/x': [11, null] },
    ...old,
    procs: { R, W: late31('A/x/n') },
  },
  'file in a folder is restored, a folder of its name is there': {
    keys: { [asideOf('A/S', 'v1')]: [11], 'A/S/n': [31] },
    tree: { 'A/S/n': 31 },
    noted: { d: [['A/S', 'v1', 11]] },
    procs: { R },
    ...trash('A/S'),
  },
  'file in a folder is restored, late upload below its name': {
    keys: { 'A/S': [11, null] },
    noted: { d: [['A/S', 'v1', 11]] },
    procs: { R, W: late31('A/S/n') },
    ...late,
    ...trash('A/S'),
  },
  'file at the name of a deleted folder, deleted, the folder is restored': {
    keys: { 'A/x': [11, null] },
    ...old,
    procs: {
      W: late31('A'),
      E: { ...w.deleter('A'), fn: 'removeAfter', args: ['A', 'W'], daemon: true },
      Q: again('q', 'd', 'E'),
    },
    ...trash('A/x', 'A'),
  },
  'two files below the name of a deleted file, crash': {
    keys: { A: [9, null] },
    noted: { d: [['A', 'v1', 9]] },
    procs: { W: late31('A/x'), S: w.standby('c31', 'A/x', null, 'W'), V: sure(w.writer('A/y', 41)) },
    ...crash('W in clearNow'),
    ...trash('A'),
  },
  'two files at the name of a deleted folder': {
    keys: { 'A/x': [11, null] },
    ...old,
    procs: { W: sure(late31('A')), V: sure(w.writer('A', 41)) },
  },
  'to another bucket, an older version, crash, restore of what stays behind': {
    keys: OLD,
    procs: { A: cross({ 'A/x': [10, 11] }), S, R: w.restorer('b', 'm', 'A') },
    ...crash('A'),
    ...trash('A/x'),
    ...inB(11),
  },
  'to another bucket, an older version, zombie, delete': {
    keys: OLD,
    procs: { A: cross({ 'A/x': [10, 11] }), S, E: w.deleter('A/x') },
    ...zombie,
    ...trash('A/x', 'B/x'),
    ...inB(11),
  },
  'to another bucket, an older version, late upload': {
    keys: OLD,
    procs: { A: cross({ 'A/x': [10, 11] }), W: late31('A/x') },
    ...late,
    ...trash('A/x'),
    ...inB(11, 31),
  },
  'to another bucket, an older version, late upload, crash': {
    keys: OLD,
    procs: { A: cross({ 'A/x': [10, 11] }), S, W: late31('A/x') },
    ...crash('A'),
    ...late,
    ...trash('A/x'),
    ...inB(11, 31),
  },
  'to another bucket, an older version, merge, crash': {
    keys: { ...OLD, 'B/x': [5] },
    procs: { A: w.mergerOf('m', 'A', 'B', { note: 'm', older: { 'A/x': [10, 11] } }, { crossing: true }), S },
    ...crash('A'),
    ...trash('A/x'),
    ...inB(5, 11),
  },
  'to another bucket, an older version, cancel': {
    keys: OLD,
    procs: { A: cross({ 'A/x': [10, 11] }), S, K },
    ...crash('A'),
    ...trash('A/x'),
    ...inB(11),
  },
  'to another bucket, one file has older versions': {
    keys: { 'A/x': [9, null, 10, 11], 'A/y': [21] },
    procs: { A: sure(cross({ 'A/x': [10, 11] })) },
    ...trash('A/x'),
    ...inB(11, 21),
  },
  'copy is refused, an outside tool has a file at its name': { keys: { A: [901], 'A/x': [11] }, procs: { A: copy } },
  'delete is refused, an outside tool has a file above': {
    keys: { A: [901], 'A/S/x': [11] },
    procs: { D: w.wipe('d', 'A/S') },
  },
  'a move that a rule forbids, an outside tool has a file above': {
    keys: { A: [901], 'A/S/x': [11] },
    procs: { A: { ...w.starter('m', 'A/S', 'B'), args: ['m', 'move', 'A/S', 'B', false, { forbidden: true }] } },
  },
  'a delete that a rule forbids, an outside tool puts a file above': {
    keys: { 'A/S/x': [11] },
    procs: { D: { ...w.wipe('d', 'A/S'), args: ['d', 'A/S', true] }, X: w.outsider('A', 901) },
  },
  'outside tool puts a file at the name of what is deleted': {
    keys: ONE,
    procs: { D, S: T, X: w.outsider('A', 901) },
    ...crash('D'),
    ...gone,
  },
  'outside tool puts a file where a folder is restored': {
    keys: { 'A/x': [11, null] },
    ...old,
    procs: { R, X: w.outsider('A', 901) },
  },
  'outside tool puts a file where a folder in it is restored': {
    keys: { 'A/S/z': [11, null] },
    noted: { d: [['A/S/z', 'v1', 11]] },
    procs: { R, X: w.outsider('A/S', 901) },
    ...trash('A/S/z'),
  },
  'outside tool puts a file over copies, cancel': {
    keys: { 'A/S/z': [11] },
    procs: { A: move, K, X: w.outsider('B/S', 901) },
  },
  'a file at the name of the destination, where something was deleted': {
    keys: { ...ONE, 'B/y': [21, null] },
    noted: { d: [['B/y', 'v1', 21]] },
    procs: { A: move, W: late31('B') },
    ...late,
    ...trash('B/y'),
  },
  'a deleted file hides the source of a copy': {
    keys: { A: [9, null], 'A/x': [11] },
    procs: { A: sure(copy) },
    ...trash('A'),
  },
  'a deleted file hides a live one in the destination': {
    keys: { ...ONE, B: [9, null], 'B/x': [5] },
    procs: { A: move },
    ...trash('B'),
  },
  'onto its parent, into itself, crash': {
    keys: { 'A/A/x': [11], 'A/A/A/x': [12] },
    folders: true,
    procs: { M: w.mergerOf('m', 'A/A', 'A'), S: w.standby('m', 'A/A', 'A', 'M') },
    ...crash('M'),
  },
  'onto its parent, into itself, late upload': {
    keys: { 'A/': [1], 'A/A/x': [11] },
    procs: { M: w.mergerOf('m', 'A/A', 'A'), W: late31('A/A/A/x') },
    ...late,
  },
  'onto its parent, not into itself, crash': {
    keys: { 'A/S/x': [11], 'A/x': [5] },
    folders: true,
    procs: { M: w.mergerOf('m', 'A/S', 'A'), S: w.standby('m', 'A/S', 'A', 'M'), r: w.reader('A/x') },
    ...crash('M'),
  },
  'onto its parent, not into itself': {
    keys: { 'A/S/x': [11], 'A/x': [5] },
    folders: true,
    procs: { M: sure(w.mergerOf('m', 'A/S', 'A')) },
  },
  'onto its parent, not into itself, late upload': {
    keys: { 'A/': [1], 'A/S/x': [11], 'A/x': [5] },
    procs: { M: sure(w.mergerOf('m', 'A/S', 'A')), W: late31('A/S/x') },
    ...late,
  },
  'copy onto its parent, into itself': {
    keys: { 'A/A/x': [11], 'A/A/A/x': [12] },
    folders: true,
    procs: {
      M: {
        ...copy,
        args: ['m', 'copy', 'A/A', 'A', true],
        does: { kind: 'copy', src: 'A/A', dst: 'A', override: true, sure: true },
      },
    },
  },
})
// Backups.
const BOTH = { 'A/x': [11], 'B/x': [21] }
const holds = { S: w.standby('hold0', 'A', null, 'K'), T: w.standby('hold1', 'B', null, 'K') }
const complete = (...values) => ({
  always: ({ backup: entries }) => {
    const lost = entries && values.find((value) => !entries.some(([, one]) => one === value))
    return lost ? `the backup has lost ${lost}` : null
  },
})
Object.assign(PLAIN, {
  'backup, one upload after another': {
    keys: BOTH,
    procs: { K: w.snapshot('A', 'B'), W: w.writer('A/x', 31), V: w.writerAfter('W', 'B/x', 41) },
  },
  'backup, an upload and a delete after it': {
    keys: BOTH,
    procs: {
      K: w.snapshot('A', 'B'),
      W: w.writer('A/x', 31),
      E: { ...w.deleter('B/x'), fn: 'removeAfter', args: ['B/x', 'W'] },
    },
    ...trash('B/x'),
  },
  'backup, its process is lost anywhere, one upload after another': {
    keys: BOTH,
    procs: { K: w.snapshot('A', 'B'), ...holds, W: w.writer('A/x', 31), V: w.writerAfter('W', 'B/x', 41) },
    ...crash('K'),
  },
  'backup while a folder is renamed': {
    keys: TWO,
    procs: { K: w.snapshotOfMoves('A', 'B'), A: move },
    ...complete(11, 21),
  },
  'backup while a folder is renamed, whose owner is lost': {
    keys: ONE,
    procs: { K: w.snapshotOfMoves('A', 'B'), A: move, S },
    ...complete(11),
    ...crash('A'),
  },
  'backup while a rename is cancelled': {
    keys: ONE,
    procs: { K: w.snapshotOfMoves('A', 'B'), A: move, C: cancel },
    ...complete(11),
  },
})

// [protocol, world, guard that is switched off, ...]: each must find a violation.
const MUTANTS = [
  ['plain', 'cancel, crash', 'hide'],
  ['plain', 'late upload to the source', 'bump'],
  ['plain', 'late upload to the source', 'exact'],
  ['plain', 'cancel, zombie owner', 'quiet'],
  ['plain', 'copy, delete of the copy, zombie owner', 'expiry'],
  ['plain', 'delete, two files, its owner crashes anywhere, restore', 'manifest'],
  ['plain', 'delete, zombie owner, new file', 'expiry'],
  ['plain', 'delete, restore and for good at once', 'serial'],
  ['plain', 'for good, an outside tool has taken the marker away', 'covered'],
  ['plain', 'merge, a live file where the source has only a deleted folder', 'liveNames'],
  ['plain', 'merge, late upload of a file where the destination has a folder', 'callsOff'],
  ['plain', 'merge, the same, late upload into that folder', 'callsOff'],
  ['plain', 'deleted twice: the older delete is restored', 'onTop'],
  ['plain', 'merge, a live file where the source has only a deleted folder', 'liveNames', 'callsOff'],
  ['plain', 'merge, the same, late upload into that folder', 'liveNames', 'callsOff'],
  ['plain', 'deleted twice: both are restored, crash', 'onTop'],
  ['plain', 'deleted twice: the older delete is restored', 'markedBack'],
  ['plain', 'deleted twice: restore of the older one by a zombie, upload', 'expiry'],
  ['plain', 'file in a folder is restored, a folder of its name is there', 'overFolder'],
  ['plain', 'outside tool puts a file where a folder is restored', 'keepsLeft'],
  ['plain', 'restore of two files, one is there again, zombie', 'restoreNew'],
  ['plain', 'delete, new file, restore', 'coveredToo'],
  ['plain', 'file at the name of a deleted folder that is restored', 'asideRegistered'],
  ['plain', 'file at the name of a folder in a folder that is restored', 'asideRegistered'],
  ['plain', 'file at the name of a deleted folder that is restored, zombie', 'expiry'],
  ['plain', 'file at the name of a deleted folder that is restored, zombie', 'asideRegistered'],
  ['plain', 'to another bucket, one file has older versions', 'newestOnly'],
  ['plain', 'to another bucket, an older version, late upload', 'newestOnly'],
  ['plain', 'to another bucket, one file has older versions', 'staysBehind'],
  ['plain', 'to another bucket, an older version, late upload', 'relook'],
  ['plain', 'copy is refused, an outside tool has a file at its name', 'checkOnly'],
  ['plain', 'delete is refused, an outside tool has a file above', 'checkOnly'],
  ['plain', 'a move that a rule forbids, an outside tool has a file above', 'checkOnly'],
  ['plain', 'a delete that a rule forbids, an outside tool puts a file above', 'checkOnly'],
  ['plain', 'outside tool puts a file over copies, cancel', 'overCopies'],
  ['plain', 'onto its parent, into itself, crash', 'ownSource'],
  ['plain', 'onto its parent, into itself, late upload', 'ownSource'],
  ['plain', 'delete that is stopped, late upload', 'unrefused'],
  ['plain', 'delete that is stopped, late upload', 'beside'],
  ['plain', 'delete that is stopped, late upload', 'coveredToo'],
  ['plain', 'delete, for good, new file', 'noted'],
  ['plain', 'for good of what was replaced, a later write joins its note', 'asked'],
  ['plain', 'delete, restore is cancelled, its owner crashes anywhere, restore again', 'rest'],
  ['plain', 'delete, for good is cancelled, its owner crashes anywhere, restore', 'rest'],
  ['plain', 'inner folder moved out while the outer one is renamed', 'nested'],
  ['plain', 'upload of a file at the name of the destination', 'names'],
  ['plain', 'upload of a file at the name of the destination', 'withdraw'],
  ['plain', 'outside tool puts a file at the name of the source', 'names'],
  ['plain', 'merge, cancel, crash', 'marked'],
  ['plain', 'merge, readers', 'hide'],
  ['plain', 'an earlier file of that name stays in the trash', 'segment'],
  ['plain', 'link, its file is moved, new file at the old path', 'journalLinks'],
  ['plain', 'link, its folder is deleted, then a new file', 'journalLinks'],
  ['plain', 'link to the new file at the old path', 'linkRev'],
  ['plain', 'link, its file is moved, crash, records dropped', 'follow'],
  ['plain', 'the only folder in a folder is deleted, crash', 'parent'],
  ['plain', 'the only folder in a folder is deleted, crash', 'early'],
  ['plain', 'the only folder in a folder is deleted, crash', 'announce'],
  ['plain', 'inner folder deleted, then the outer one, zombie', 'expiry'],
  ['plain', 'copy while its source is moved', 'pinned'],
  ['plain', 'copy while its source is moved', 'holdNew'],
  ['plain', 'link made while its folder is renamed', 'shareAgain'],
  ['plain', 'merge into an empty folder, cancel', 'oneMarker'],
  ['plain', 'lone replica, a newcomer renames', 'joinWait'],
  ['plain', 'lone replica, a newcomer renames', 'atAnswer'],
  ['plain', 'backup, one upload after another', 'hold'],
  ['plain', 'backup, an upload and a delete after it', 'hold'],
  ['plain', 'backup while a folder is renamed', 'moved'],
]
const protocols = {
  plain: (off) => ({
    programs: { ...plain({ ...plainGuards, ...off }), ...backup({ ...backupGuards, ...off }) },
  }),
  alias: (off) => ({ programs: alias({ ...aliasGuards, ...off }) }),
  stage: (off) => ({ programs: alias({ ...waiting, ...off }) }),
}
const sets = { plain: PLAIN, alias: ALIAS, stage: STAGE }
const checks = [
  ...Object.entries(sets).flatMap(([protocol, set]) =>
    Object.keys(set).map((name) => ({ protocol, name, off: [], expect: true })),
  ),
  ...[
    ...MUTANTS,
    ...ALIAS_MUTANTS.map((one) => ['alias', ...one]),
    ...STAGE_MUTANTS.map((one) => ['stage', ...one]),
  ].map(([protocol, name, ...off]) => ({
    protocol,
    name,
    off,
    expect: false,
  })),
].map((c) => ({ ...c, title: `${c.protocol}: ${c.name}${c.off.length ? ` [without ${c.off.join(', ')}]` : ''}` }))

function runCheck({ protocol, name, off }) {
  const begin = Date.now()
  const setup = { ...sets[protocol][name], ...protocols[protocol](Object.fromEntries(off.map((o) => [o, false]))) }
  const { ok, states, bad, trace } = explore(w.world(setup))
  return { ok, states, bad, trace, ms: Date.now() - begin }
}

function report(check, result, traces) {
  const verdict = result.ok ? 'holds' : 'violated'
  const expected = result.ok === check.expect
  console.log(
    `${expected ? 'as expected' : 'UNEXPECTED '}  ${verdict.padEnd(8)} ` +
      `${String(result.states).padStart(7)} states ${(result.ms / 1000).toFixed(1).padStart(5)} s  ` +
      `${check.title}`,
  )
  if (result.bad && (traces || !expected))
    console.log([...result.trace, `=> ${result.bad}`].map((line) => `      ${line}`).join('\n'))
  return expected
}

async function main() {
  const words = process.argv.slice(2)
  const traces = words.includes('-v')
  const only = words.filter((word) => word !== '-v')
  const queue = checks.filter((c) => !only.length || only.some((word) => c.title.includes(word)))
  const total = queue.length
  let states = 0
  let wrong = 0
  const lane = () =>
    new Promise((resolve) => {
      const worker = new Worker(new URL(import.meta.url))
      const give = () => {
        const check = queue.shift()
        if (!check) return worker.terminate().then(resolve)
        worker.once('message', (result) => {
          states += result.states
          if (!report(check, result, traces)) wrong += 1
          give()
        })
        worker.postMessage(check)
      }
      give()
    })
  await Promise.all([lane(), lane()])
  console.log(`${states} states explored`)
  console.log(`${total - wrong} passed, ${wrong} failed`)
  process.exit(wrong || !total ? 1 : 0)
}

if (isMainThread) await main()
else parentPort.on('message', (check) => parentPort.postMessage(runCheck(check)))
