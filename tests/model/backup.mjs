// A backup beside the plain protocol: it holds changes back by records in the journal, lists what readers saw, folder
// by folder, lets changes go on, and lists again what was moved meanwhile. The folders stand for buckets.
import { to, done } from './engine.mjs'
import { s3, journal, keyOf, under } from './s3.mjs'

export const guards = {
  hold: true, // changes wait while the folders are listed
  moved: true, // what is moved meanwhile is listed at its new place, too
}

export function backup(g, store = s3()) {
  const isCommitted = (op) => (op.how ?? op.state) === 'removing'
  /** What readers saw in a listing, by a journal: `[path, value]` pairs. */
  const present = (listing, folder, { ops }) =>
    listing.flatMap(([name, stack]) => {
      const path = keyOf(folder, name)
      if (ops.some((op) => op.state === 'removing' && under(path, op.src))) return []
      const coming = ops.find((op) => ['copying', 'undoing'].includes(op.state) && op.dst && under(path, op.dst))
      const seen = stack.findLast(([ver]) => !coming || !ver.startsWith(`${coming.id}:`))
      return seen && seen[1] !== null ? [[path, seen[1]]] : []
    })

  // The answer is the tree, for the monitor to find the moment at which it was so.
  function* snapshot(...folders) {
    const before = yield* begin(folders)
    const entries = yield* listEach(folders, before)
    yield release()
    return done(JSON.stringify(Object.fromEntries(entries)))
  }
  // Here a move may be under way, and what it moves be there twice.
  function* snapshotOfMoves(...folders) {
    const before = yield* begin(folders)
    const entries = yield* listEach(folders, before)
    yield release()
    const now = yield journal.read()
    const isNew = (op) => op.kind === 'move' && isCommitted(op) && op.since > before.rev
    for (const { dst } of g.moved ? [...now.closed, ...now.ops].filter(isNew) : [])
      entries.push(...present(yield store.listAll(dst), dst, now))
    return to('keepSnapshot', entries)
  }
  function* keepSnapshot(entries) {
    yield {
      label: 'the backup is whole',
      changes: true,
      run: (s) => {
        s.backup = entries
      },
    }
    return done('ok')
  }

  function* begin(folders) {
    if (!g.hold) return yield journal.read()
    // The journal as it was, of one compare-and-set.
    return yield journal.cas(`hold ${folders.join(' and ')}`, (doc, owner) => {
      const { rev, ops, closed } = structuredClone(doc)
      for (const [at, src] of folders.entries()) doc.ops.push({ ...HOLD, id: `hold${at}`, src, owner, since: rev })
      doc.rev += 1
      return { rev, ops, closed }
    })
  }
  function* listEach(folders, before) {
    const entries = []
    for (const folder of folders) entries.push(...present(yield store.listAll(folder), folder, before))
    return entries.sort(([a], [b]) => (a < b ? -1 : 1))
  }
  const release = () =>
    journal.cas('let changes go on', (doc, me) => {
      doc.ops = doc.ops.filter(({ id, owner }) => !(id.startsWith('hold') && owner === me))
      doc.rev += 1
      return true
    })
  return { snapshot, snapshotOfMoves, keepSnapshot }
}

const HOLD = { kind: 'clear', dst: null, state: 'running', late: 0, cancel: false }
