// The alias: a rename takes effect before its bytes are copied. From the commit on `dst/x` means `src/x` until the copy
// of that name has arrived; then the plain protocol's second half removes what was copied. `g` switches single guards
// off, for the mutants.
import { to, ack, done } from './engine.mjs'
import { s3, journal, pending, keyOf, folderOf, under, overlap } from './s3.mjs'
import { plain, guards as plainGuards } from './plain.mjs'

export const guards = {
  ...plainGuards,
  freeFirst: true, // register as 'new', look whether the destination is free, then commit
  sourceFirst: true, // a reader shows the source's newest version until that one has its copy
  recheck: true, // a reader reads the journal again after the store
  arrived: true, // who writes or deletes under the new name waits until this one name is copied
  usedFirst: true, // ... and says so in the record before, so that a cancel is refused from then on
  kindsOfBoth: true, // ... and looks for the other kind at the old place, too
  lift: true, // a late upload under the new name comes on top of the copy
  liftThere: true, // ... also where another rename has taken both
  lateBump: true, // a late upload under the old name is counted, and the owner looks again
  withdrawn: true, // ... and after the last look it is taken back and begins again
  followed: true, // ... but where it has a copy it has followed
  goneFirst: true, // ... or is no longer where it was put
  newMark: true, // a file of a new folder at the old name carries the mark of the operation that left
  ofBelow: true, // a delete marker belongs to the version below it: to the new folder's or to the old one's
  newKinds: true, // ... and comes only where nothing of the old folder is in its way
  feeders: true, // the owner of a later operation begins when all earlier ones on its paths are closed
  inOrder: true, // names are followed from the newest operation to the oldest
  shows: true, // a committed restore shows what it has not brought back yet
  listFirst: true, // under a restore a reader asks what is not back yet before it looks at the file
  noteLast: true, // ... and of a delete that is taken back the file first, for that owner may still cover it
  backFirst: true, // ... and who writes or deletes waits until this one name is back and off that list
  keepsUsed: true, // a later operation on the new name makes a cancel of the earlier one impossible
}

// What is built so far: whoever changes something at, above or below either name waits for the close, and so do other
// operations; but a new file under the new name waits for nobody, a change of one file waits until that one is settled,
// and the folder can be renamed once more. Readers look where the folder was as long as something is there, for a copy
// never differs from it.
export const waiting = {
  ...guards,
  waits: true,
  held: true, // a writer waits for the close
  isNew: true, // ... unless the folder has nothing of that name
  firstToo: true, // ... not where it was first, either, if it was renamed again
  stillNew: true, // ... and has still nothing when the new file is there
  settles: true, // ... or until the file of that name is settled: all is under the new name, and nothing at the old one
  aloneThere: true, // ... if nothing of the other kind is where it was
  lateSettle: true, // ... with a late upload of it; one that comes after that waits for the close
  settledStays: true, // a rename of which something is settled is not turned back
}

export function alias(g, store = s3()) {
  const base = plain(g, store)
  const {
    paths,
    touches,
    clash,
    mark,
    live,
    versions,
    hasCopy,
    covering,
    mine,
    free,
    finish,
    judge,
    keysOf,
    isNothingAt,
  } = base.parts
  const { clear, bringOne } = base.rounds
  const isAlias = (op) => Boolean(op.alias) && ['aliased', 'removing'].includes(op.state)
  const isShown = (op) => op.kind === 'restore' && Boolean(op.alias) && op.state === 'running'
  // A delete that is taken back before it is over: its owner turns it into a restore.
  const isTakenBack = (op) => op.kind === 'delete' && op.state === 'removing' && Boolean(op.back)
  const isSettled = (op, path) =>
    Boolean(op.dst) &&
    [op.src, op.dst].some((own) => under(path, own) && op.settled?.includes(path.slice(own.length + 1)))
  const isCommitted = (op) => isAlias(op) || isShown(op) || (op.kind === 'delete' && op.state === 'removing')
  const inTurn = (ops) => [...ops].sort((a, b) => a.since - b.since)
  const again = (label, ready) => journal.until(label, ready)
  const below = (path, folder, other) => other + path.slice(folder.length)
  const holds = (op, path) => touches(op, path) && !(isSettled(op, path) && under(path, op.dst))
  const untilFree = (path) => again(`no operation holds ${path}`, (s) => !s.journal.ops.some((op) => holds(op, path)))

  // ---- two generations in one key ------------------------------------------------------------
  // Until its removal is over, `src/x` may hold versions of the folder that was moved and of a new one of its name. The
  // latter carry a mark; a delete marker belongs to the version right below it.
  const isOf = (ver, id) => ver.startsWith('+') && ver.slice(1, ver.indexOf(':')).split('+').includes(id)
  const split = (stack, id, wantsNew) => {
    let isNew = false
    return stack.filter(([ver, value]) => {
      if (value !== null || !g.ofBelow) isNew = isOf(ver, id)
      return isNew === wantsNew
    })
  }
  const moved = (stack, ids) => ids.reduce((left, id) => split(left, id, false), stack)
  const newestOf = (stack) => (stack.length && stack.at(-1)[1] !== null ? stack.at(-1) : null)

  // ---- what a path means ----------------------------------------------------------------------
  // The pending operations are followed from the newest to the oldest. The answer is [version, value] or null.
  // `ids`: operations whose new folders are not meant.
  function* visible(ops, path, ids = []) {
    const op = ops.at(-1)
    if (!op) return newestOf(moved(yield store.stack(path), ids))
    const before = ops.slice(0, -1)
    if (isTakenBack(op) && under(path, op.src)) return yield* notDeleted(before, op.id, path, ids)
    if (op.src && isCommitted(op) && under(path, op.src))
      return op.anew ? newestOf(split(yield store.stack(path), op.id, true)) : null
    if (!op.dst || !under(path, op.dst)) return yield* visible(before, path, ids)
    if (op.kind === 'restore') return yield* restored(listOf(op), path)
    if (op.state === 'undoing')
      return newestOf((yield store.stack(path)).filter(([ver]) => !ver.startsWith(op.id + ':')))
    if (op.state !== 'aliased' || isSettled(op, path)) return yield* visible(before, path, ids)
    const source = () => visible(before, below(path, op.dst, op.src), [...ids, op.id])
    if (!g.sourceFirst) return newestOf(moved(yield store.stack(path), ids)) ?? (yield* source())
    const old = yield* source()
    if (g.waits && old) return old
    const here = moved(yield store.stack(path), ids)
    return !old || here.some(([ver]) => ver.startsWith(mark(op.id, old[0]))) ? newestOf(here) : old
  }
  // A restore shows what it has not brought back yet. It drops a name from its list before anybody may change it.
  const listOf = ({ id, of }) => (id === of ? `${id}+` : id)
  function* restored(list, path) {
    const early = g.listFirst ? null : yield store.stack(path)
    const shown = (yield store.notes(list)).filter(([key]) => key === path).map(([, ver]) => ver)
    const stack = early ?? (yield store.stack(path))
    return newestOf(stack) ?? stack.findLast(([ver]) => g.shows && shown.includes(ver)) ?? null
  }
  // Until the owner has seen that, it notes versions and covers them: the other order.
  function* notDeleted(before, id, path, ids) {
    const early = g.noteLast ? null : yield store.notes(id)
    const now = yield* visible(before, path, ids)
    if (now) return now
    const stack = yield store.stack(path)
    const noted = (early ?? (yield store.notes(id))).filter(([key]) => key === path).map(([, ver]) => ver)
    return newestOf(stack) ?? stack.findLast(([ver]) => noted.includes(ver)) ?? null
  }
  const committed = (j) => {
    const ops = inTurn(j.ops.filter((op) => isCommitted(op) || op.state === 'undoing'))
    return g.inOrder ? ops : ops.reverse()
  }
  // The keys that may hold a path's bytes, in the order in which these travel.
  const places = (ops, path) => {
    const op = ops.at(-1)
    if (!op) return [path]
    const before = ops.slice(0, -1)
    const source = op.src && op.dst && under(path, op.dst) ? places(before, below(path, op.dst, op.src)) : []
    return [...new Set([...source, ...places(before, path)])]
  }
  const about = (j, path) =>
    JSON.stringify(
      [...j.ops, ...j.closed]
        .filter((op) => op.state !== 'new' && places(committed(j), path).some((key) => touches(op, key)))
        .map((op) => [op.id, op.state, Boolean(op.anew), isSettled(op, path)]),
    )
  function* read(path, seen = { ops: [], closed: [] }) {
    const value = (yield* visible(committed(seen), path))?.[1] ?? null
    if (!g.recheck) return done(value)
    const now = yield journal.read()
    return about(now, path) === about(seen, path) ? done(value) : to('read', path, now)
  }
  function* readNow(path) {
    return to('read', path, yield journal.read())
  }
  function* readNowAfter(path, other) {
    yield again(`${other} was answered`, (s) => s.procs[other].acked)
    return to('readNow', path)
  }

  // ---- registration and commit -----------------------------------------------------------------
  // A later operation may take what an earlier one has brought, or all around it. It must bring nothing to pending
  // names, nor take what has left.
  const follows = (op, src, dst) =>
    isAlias(op) &&
    !(dst && paths(op).some((f) => overlap(f, dst))) &&
    (g.waits ? Boolean(dst) && src === op.dst : src !== op.src && !under(src, op.src))
  const collides = (op, src, dst) => clash(op, src, dst) && !follows(op, src, dst)
  function* registerAfter(j, op) {
    return yield journal.cas(`register ${op.kind} ${paths(op).join(' -> ')}`, (doc, me) => {
      if (doc.rev !== j.rev) return false
      if (g.keepsUsed && !g.waits) for (const o of doc.ops) if (isAlias(o) && touches(o, op.src)) o.used = true
      doc.ops.push({ ...op, owner: me, since: ++doc.rev, late: 0, cancel: false })
      return true
    })
  }
  function* rename(id, src, dst) {
    const j = yield journal.read()
    if (j.ops.some((op) => collides(op, src, dst))) return done('busy')
    if (!g.freeFirst && (yield* isTaken(dst))) return done('exists')
    if (!(yield* registerAfter(j, { id, kind: 'move', src, dst, state: 'new' }))) return to('rename', id, src, dst)
    return to('checkRename', id, src, dst)
  }
  // Only what is live counts: versions of deleted things lie below the copies.
  function* isTaken(dst) {
    const { above, names } = yield store.scan(dst)
    return (above && newestOf(above[1])) || names.some(([, stack]) => newestOf(stack))
  }
  function* isThere(j, src) {
    const earlier = committed(j).filter(isAlias)
    for (const place of [src, ...earlier.flatMap((op) => sourcesOf(op, src))])
      if ((yield store.list(place)).length) return true
    return false
  }
  const sourcesOf = (op, src) =>
    under(src, op.dst) ? [below(src, op.dst, op.src)] : overlap(src, op.dst) ? [op.src] : []
  function* checkRename(id, src, dst) {
    if (g.freeFirst && (yield* isTaken(dst))) return to('drop', id, 'exists')
    if (!(yield* isThere(yield journal.read(), src))) return to('drop', id, 'gone')
    if (!(yield* markAround(src))) return to('outcome', id)
    const isDone = yield journal.cas(`commit ${src} -> ${dst} as an alias`, (doc, me) => {
      const op = mine(doc, id, me)
      if (!op) return false
      Object.assign(op, { state: 'aliased', alias: true, urgent: [], used: false, anew: false, since: ++doc.rev })
      return true
    })
    return isDone ? ack('ok', to('copyAll', id, src, dst)) : to('outcome', id)
  }
  // The folder around may be there by its meaning only: it is marked under its own name.
  function* markAround(src) {
    return !src.includes('/') || !g.parent || (yield store.put(folderOf(src) + '/', 1)) !== 'expired'
  }
  function* renameAfter(id, src, dst, other) {
    yield again(`${other} was answered`, (s) => s.procs[other].acked)
    return to('rename', id, src, dst)
  }

  // ---- the owner -------------------------------------------------------------------------------
  const feedersOf = (ops, op) => ops.filter((o) => o.id !== op.id && o.since < op.since && o.alias && meets(o, op))
  const followersOf = (ops, op) => ops.filter((o) => o.id !== op.id && o.since > op.since && meets(o, op))
  const meets = (a, b) => paths(a).some((f) => paths(b).some((x) => overlap(f, x)))
  function* waitForFeeders(j, op) {
    if (!g.feeders || !feedersOf(j.ops, op).length) return false
    yield again(`what ${op.id} follows is closed`, (s) => !feedersOf(s.journal.ops, op).length)
    return true
  }
  function* copyAll(id, src, dst) {
    const j = yield journal.read()
    const op = j.ops.find((o) => o.id === id)
    if (!op) return to('outcome', id)
    if (op.state === 'undoing') return to('undo', op.kind, id, src, dst)
    if (yield* waitForFeeders(j, op)) return to('copyAll', id, src, dst)
    const urgent = g.waits && op.urgent.find((name) => !isSettled(op, keyOf(dst, name)))
    if (urgent) return to('settle', id, src, dst, urgent)
    if (op.state === 'removing') return to('removeCopied', id, src, dst)
    const listed = yield* clear(src, [], { id })
    const sources = listed && listed.map(([name, stack]) => [name, split(stack, id, false)]).filter(([, s]) => s.length)
    const copies = sources && (yield* clear(dst, covering(sources), { id }))
    if (!copies) return to('outcome', id)
    const missing = versions(sources, live).filter((v) => !hasCopy(copies, id, v))
    const isUrgent = ([name]) => op.urgent.includes(name)
    for (const [name, ver] of [...missing.filter(isUrgent), ...missing.filter((v) => !isUrgent(v))]) {
      const value = yield store.copyRead(keyOf(src, name), ver)
      if (value === 'expired') return to('outcome', id)
      if (value !== '404') yield store.copyCommit(keyOf(dst, name), value, mark(id, ver))
    }
    yield journal.cas(`${id} aliased -> removing`, (doc, me) => {
      const o = mine(doc, id, me)
      if (!o || o.state !== 'aliased' || (g.lateBump && o.late !== op.late)) return false
      o.state = 'removing'
      doc.rev += 1
      return true
    })
    return to('copyAll', id, src, dst)
  }
  // One name before the others: its versions are copied, what has its copy goes, and then it belongs to nobody's move.
  function* settle(id, src, dst, name) {
    const j = yield journal.read()
    const op = j.ops.find((o) => o.id === id)
    if (!op || !isAlias(op)) return to('copyAll', id, src, dst)
    const stack = yield store.stack(keyOf(src, name))
    const copies = yield store.stack(keyOf(dst, name))
    const isCopied = ([ver]) => copies.some(([one]) => one.startsWith(mark(id, ver)))
    const missing = stack.length ? live(stack).find((one) => !isCopied(one)) : null
    if (missing && op.state === 'aliased') {
      const value = yield store.copyRead(keyOf(src, name), missing[0])
      if (value === 'expired') return to('outcome', id)
      if (value !== '404') yield store.copyCommit(keyOf(dst, name), value, mark(id, missing[0]))
      return to('settle', id, src, dst, name)
    }
    const left = stack.find(isCopied)
    if (left) {
      const out = yield store.remove(keyOf(src, name), left[0])
      return out === 'expired' ? to('outcome', id) : to('settle', id, src, dst, name)
    }
    yield journal.cas(`${dst}/${name} is settled`, (doc, me) => {
      const o = mine(doc, id, me)
      if (!o || !isAlias(o) || (g.lateSettle && o.late !== op.late)) return false
      o.settled = [...(o.settled ?? []), name]
      doc.rev += 1
      return true
    })
    return to('copyAll', id, src, dst)
  }
  // Before anybody has used either name the folder can be turned back: its names at once, its copies after that.
  function* cancel(id) {
    const isDone = yield journal.cas(`turn ${id} back`, (doc) => {
      const op = doc.ops.find((o) => o.id === id && o.state === 'aliased')
      if (!op || op.used || (g.waits && g.keepsUsed && followersOf(doc.ops, op).length)) return false
      if (g.waits && g.settledStays && op.urgent.length) return false
      op.state = 'undoing'
      op.since = ++doc.rev
      return true
    })
    return done(isDone ? 'ok' : 'too late')
  }
  function* cancelAfter(id, other) {
    yield again(`${other} was answered`, (s) => s.procs[other].acked)
    return to('cancel', id)
  }
  function* removeFolder(id, src) {
    const j = yield journal.read()
    if (j.ops.some((op) => collides(op, src, null))) return done('busy')
    if (!(yield* registerAfter(j, { id, kind: 'delete', src, dst: null, state: 'new' })))
      return to('removeFolder', id, src)
    if (!(yield* isThere(yield journal.read(), src))) return to('drop', id, 'gone')
    if (!(yield* markAround(src))) return to('outcome', id)
    const isDone = yield journal.cas(`${id} hides ${src}`, (doc, me) => {
      const op = mine(doc, id, me)
      if (op) Object.assign(op, { state: 'removing', since: ++doc.rev })
      return Boolean(op)
    })
    return isDone ? ack('ok', to('wipe', id, src)) : to('outcome', id)
  }
  function* removeFolderAfter(id, src, other) {
    yield again(`${other} was answered`, (s) => s.procs[other].acked)
    return to('removeFolder', id, src)
  }
  function* wipe(id, src) {
    const j = yield journal.read()
    const op = j.ops.find((o) => o.id === id)
    if (!op) return to('outcome', id)
    if (op.back) return g.coveredToo ? to('noteCovered', id, src) : to('turnToRestore', id, src)
    return (yield* waitForFeeders(j, op)) ? to('wipe', id, src) : to('plainWipe', id, src)
  }
  function* closeOr(id, src) {
    const op = (yield journal.read()).ops.find((o) => o.id === id)
    return to(op?.kind === 'delete' ? 'closeDelete' : 'plainClose', id, src)
  }
  // Also the last look before the close asks the journal.
  function* closeDelete(id, src) {
    const isLast = yield journal.cas(`${id} is over`, (doc, me) => {
      const op = mine(doc, id, me)
      if (op && !op.back) op.over = true
      return Boolean(op?.over)
    })
    return to(isLast ? 'plainClose' : 'turnToRestore', id, src)
  }
  function* takeBackDelete(id) {
    const isDone = yield journal.cas(`take ${id} back`, (doc) => {
      const op = doc.ops.find((o) => o.id === id && o.kind === 'delete' && o.state === 'removing' && !o.over)
      if (op) Object.assign(op, { back: true, since: ++doc.rev })
      return Boolean(op)
    })
    return done(isDone ? 'ok' : 'too late')
  }
  function* takeBackDeleteAfter(id, other) {
    yield again(`${other} was answered`, (s) => s.procs[other].acked)
    return to('takeBackDelete', id)
  }
  function* turnToRestore(id, src) {
    const noted = yield store.notes(id)
    if ((yield store.noteAll(`${id}+`, noted)) === 'expired') return to('outcome', id)
    const isDone = yield journal.cas(`${id} becomes a restore`, (doc, me) => {
      const op = mine(doc, id, me)
      if (!op) return false
      Object.assign(op, {
        kind: 'restore',
        of: id,
        src: null,
        dst: src,
        state: 'running',
        alias: true,
        since: ++doc.rev,
      })
      return true
    })
    return isDone ? to('bringBack', id, id, src) : to('outcome', id)
  }

  // ---- a restore that is seen at once ------------------------------------------------------------
  function* checkRestore(id, of, dst) {
    const noted = yield store.notes(of)
    const keys = keysOf(noted)
    const wanted = keys.map((key) => key.slice(dst.length + 1))
    const names = yield* clear(dst, wanted, { id, keeps: true })
    if (!names) return to('outcome', id)
    if (keys.some((key) => judge(id, key, noted, names, dst) === 'taken'))
      return (yield finish(id, 'refused')) ? done('exists') : to('outcome', id)
    if ((yield store.noteAll(id, noted)) === 'expired') return to('outcome', id)
    const isDone = yield journal.cas(`${id} shows ${dst}`, (doc, me) => {
      const op = mine(doc, id, me)
      if (op) Object.assign(op, { state: 'running', alias: true, since: ++doc.rev })
      return Boolean(op)
    })
    return isDone ? ack('ok', to('bringBack', id, of, dst)) : to('outcome', id)
  }
  function* bringBack(id, of, dst) {
    const list = listOf({ id, of })
    const shown = yield store.notes(list)
    if (!shown.length) {
      yield finish(id)
      return to('outcome', id)
    }
    const noted = yield store.notes(of)
    const keys = keysOf(shown)
    const wanted = keys.map((key) => key.slice(dst.length + 1))
    const names = yield* clear(dst, wanted, { id, keeps: true })
    if (!names) return to('outcome', id)
    for (const key of keys) {
      const isNoted = noted.some(([k]) => k === key)
      const how = isNoted ? judge(id, key, noted, names, dst) : 'back'
      if (typeof how === 'object') return yield* bringOne(id, of, dst, [], key, how)
      const without = (list) => list.filter(([k]) => k !== key)
      if (isNoted && how === 'back' && (yield store.renote(of, without(noted))) === 'expired') return to('outcome', id)
      if ((yield store.renote(list, without(shown))) === 'expired') return to('outcome', id)
      return to('bringBack', id, of, dst)
    }
  }

  // ---- writers ---------------------------------------------------------------------------------
  const change = (label, id, run) =>
    journal.cas(label, (doc) => {
      const op = doc.ops.find((o) => o.id === id && isAlias(o))
      if (op) run(op)
      return Boolean(op)
    })
  // What a change of a path has to do first: `wait`, `again`, or it may go on, with the `mark` of new folders.
  function* prepare(j, path) {
    const touching = inTurn(j.ops.filter((op) => holds(op, path)))
    if (g.waits && (!g.held || !touching.length)) return { mark: '', left: [] }
    if (g.waits && (yield* isNewBelow(j, touching, path))) return { mark: '', left: [], from: touching[0] }
    if (g.waits) return (yield* isToSettle(j, touching, path)) ? 'again' : 'wait'
    const turning = touching.find(isTakenBack)
    if (turning) {
      yield again(
        `the owner of ${turning.id} has turned`,
        (s) => !pending(s, turning.id)?.back || pending(s, turning.id).alias,
      )
      return 'again'
    }
    const restore = touching.find(isShown)
    if (restore) return touching.length > 1 || !under(path, restore.dst) ? 'wait' : yield* prepareBelow(restore, path)
    if (touching.some((op) => !isAlias(op) || under(op.src, path) || op.src === path)) return 'wait'
    if (touching.some((op) => under(op.dst, path) || op.dst === path)) return 'exists'
    const left = touching.filter((op) => under(path, op.src))
    const from = touching.findLast((op) => under(path, op.dst))
    for (const op of g.usedFirst ? touching : []) {
      const isNew = left.includes(op)
      if (op.used && (!isNew || op.anew)) continue
      yield change(`${path} is used`, op.id, (o) => Object.assign(o, { used: true }, isNew && { anew: true }))
      return 'again'
    }
    if (left.length) return { mark: g.newMark ? `+${left.map((op) => op.id).join('+')}:` : '', left }
    if (from && from.state === 'aliased' && g.arrived && !(yield* hasArrived(j, from, path))) return 'again'
    return { mark: '', left, from }
  }
  // Not even something deleted may be at a name of the folder, the first one included.
  function* isNewBelow(j, [op, ...others], path) {
    if (others.length || !isAlias(op) || !under(path, op.dst)) return false
    const all = places(committed(j), path)
    return !g.isNew || (yield* isNothingAt(g.firstToo ? all : all.slice(-2)))
  }
  // The file of one name is asked for, and waited for.
  function* isToSettle(j, [op, ...others], path) {
    if (!g.settles || others.length || !isAlias(op) || !under(path, op.dst) || feedersOf(j.ops, op).length) return false
    if (g.aloneThere) for (const key of places(committed(j), path)) if ((yield store.around(key)).length) return false
    const name = path.slice(op.dst.length + 1)
    if (!op.urgent.includes(name) && !(yield change(`${path} is urgent`, op.id, (o) => void o.urgent.push(name))))
      return true
    yield again(`${path} is settled`, (s) => {
      const now = pending(s, op.id)
      return (
        !now || !isAlias(now) || isSettled(now, path) || s.journal.ops.some((o) => o.id !== op.id && touches(o, path))
      )
    })
    return true
  }
  function* prepareBelow(restore, path) {
    const names = (yield store.notes(listOf(restore))).map(([key]) => key)
    if (names.some((key) => under(key, path) || under(path, key))) return 'exists'
    if (!g.backFirst || !names.includes(path)) return { mark: '', left: [], from: restore }
    yield isBack(restore, path)
    return 'again'
  }
  const isBack = (op, path) =>
    again(
      `${path} is back`,
      (s) => !pending(s, op.id) || !s.notes.some(([of, key]) => of === listOf(op) && key === path),
    )
  function* hasArrived(j, op, path) {
    const before = committed(j).filter((o) => o.since < op.since)
    const old = yield* visible(before, below(path, op.dst, op.src), [op.id])
    if (!old || (yield store.stack(path)).some(([ver]) => ver.startsWith(mark(op.id, old[0])))) return true
    const name = path.slice(op.dst.length + 1)
    if (!op.urgent.includes(name)) yield change(`${path} is urgent`, op.id, (o) => void o.urgent.push(name))
    yield again(`${path} has arrived`, (s) => {
      const now = pending(s, op.id)
      if (!now || now.state !== 'aliased') return true
      if (feedersOf(s.journal.ops, now).length) return false
      const newest = newestOf(split(s.keys[below(path, op.dst, op.src)] ?? [], op.id, false))
      return !newest || (s.keys[path] ?? []).some(([ver]) => ver.startsWith(mark(op.id, newest[0])))
    })
    return false
  }
  // Files above and folders below, in the folder as people see it.
  function* isOtherKind(j, path) {
    const ops = committed(j)
    for (const key of g.kindsOfBoth ? places(ops, path) : [path])
      if ((yield store.around(key)).some(([, stack]) => newestOf(stack))) return true
    return false
  }
  function* write(path, value) {
    const j = yield journal.read()
    const way = yield* prepare(j, path)
    if (way === 'again') return to('write', path, value)
    if (way === 'exists') return done('exists')
    const isPhysical = typeof way === 'object' && way.left.length && g.newKinds
    if (way === 'wait' || (isPhysical && (yield store.around(path)).length)) {
      yield untilFree(path)
      return to('write', path, value)
    }
    if (way.from && (yield* isOtherKind(j, path))) return done('exists')
    if (!way.from && !way.left.length && (yield store.kinds(path)) !== 'free') return done('exists')
    const ver = yield store.put(path, value, way.mark)
    // A late upload of that name is seen until the flip: this one comes to its top after the close.
    for (const key of g.waits && way.from && g.stillNew ? places(committed(j), path) : [])
      if (key !== path && (yield store.stack(key)).length) return to('afterWrite', path, value, ver, way.from.since - 1)
    return to('afterWrite', path, value, ver, j.rev)
  }
  // Who looked at the journal before the rename, and puts only now.
  function* writeLate(path, value) {
    return to('afterWrite', path, value, yield store.put(path, value), 0)
  }
  function* writeAfter(path, value, other) {
    yield again(`${other} was answered`, (s) => s.procs[other].acked)
    return to('write', path, value)
  }
  const laterOn = (j, rev, path) => inTurn([...j.ops, ...j.closed]).find((op) => op.since > rev && touches(op, path))
  const notNew = (id) => again(`${id} is checked`, (s) => pending(s, id)?.state !== 'new')
  const isClosed = (id) => again(`${id} is closed`, (s) => !pending(s, id))
  function* afterWrite(path, value, ver, rev) {
    const j = yield journal.read()
    const op = laterOn(j, rev, path)
    const same = to('afterWrite', path, value, ver, rev)
    if (!op) return done('ok')
    if (op.state === 'new') {
      yield notNew(op.id)
      return same
    }
    const next = to('afterWrite', path, value, ver, op.since)
    if (!op.alias && op.kind === 'move') return next // refused, and dropped
    if (isShown(op)) {
      yield isBack(op, path)
      return next
    }
    if (!op.alias || op.kind === 'restore') return to('plainAfterWrite', path, value, ver, rev)
    if (!paths(op).some((f) => under(path, f))) return to('takeBack', path, value, ver)
    if (op.state === 'undoing') {
      yield isClosed(op.id)
      return next
    }
    const follows = under(path, op.src) && op.state === 'aliased' && !(g.lateSettle && isSettled(op, path))
    if (g.waits && op.state !== 'closed' && !follows) {
      if (!g.withdrawn) return next
      yield isClosed(op.id)
      return same
    }
    if (under(path, op.src)) {
      if (op.state === 'aliased') return !g.lateBump || (yield bumpAlias(op.id, path)) ? next : same
      if (op.state === 'closed' || !g.withdrawn) return next
      return g.followed && (yield* hasFollowed(op, path, ver)) ? next : to('takeBack', path, value, ver)
    }
    if (op.state === 'aliased' && !g.waits) {
      if (g.usedFirst && !op.used && !(yield change(`${path} is used`, op.id, (o) => void (o.used = true)))) return same
      if (g.arrived && !(yield* hasArrived(j, op, path))) return same
    }
    return to('comeToTop', path, value, ver, op.since)
  }
  // What a later rename has taken further comes to the top where it is by now.
  function* comeToTop(path, value, ver, since) {
    const j = yield journal.read()
    if (g.waits && j.ops.some((op) => holds(op, path))) {
      yield untilFree(path)
      return to('comeToTop', path, value, ver, since)
    }
    if (yield* isOtherKind(j, path)) return to('takeBack', path, value, ver)
    const now = yield store.head(path)
    const next = to('afterWrite', path, value, ver, since)
    if (now?.[0] === ver || !g.lift) return next
    const copied = yield store.copyRead(path, ver)
    if (copied === '404') {
      const op = g.liftThere && laterOn(yield journal.read(), since, path)
      const further = op?.dst && under(path, op.src) ? below(path, op.src, op.dst) : null
      const copy = further && (yield store.stack(further)).find(([one]) => one.startsWith(mark(op.id, ver)))
      return copy ? to('comeToTop', further, value, copy[0], op.since) : next
    }
    const lifted = yield store.copyCommit(path, copied)
    yield store.remove(path, ver)
    return to('afterWrite', path, value, lifted, g.waits ? j.rev : since)
  }
  // The copy may have gone further by now: then the version itself is gone, because it goes first.
  function* hasFollowed(op, path, ver) {
    const copies = yield store.stack(below(path, op.src, op.dst))
    if (copies.some(([one]) => one.startsWith(mark(op.id, ver)))) return true
    return g.goneFirst && !(yield store.stack(path)).some(([one]) => one === ver)
  }
  const bumpAlias = (id, path) =>
    journal.cas(`late writer bumps ${id}`, (doc) => {
      const op = doc.ops.find((o) => o.id === id && o.state === 'aliased' && !(g.lateSettle && isSettled(o, path)))
      if (op) op.late += 1
      return Boolean(op)
    })
  function* takeBack(path, value, ver) {
    yield store.remove(path, ver)
    return to('write', path, value)
  }
  function* remove(path) {
    const j = yield journal.read()
    const way = yield* prepare(j, path)
    if (way === 'again') return to('remove', path)
    if (way === 'exists') return done('exists')
    const isMixed =
      typeof way === 'object' &&
      way.left.length &&
      (yield store.stack(path)).some(([ver]) => !isOf(ver, way.left[0].id))
    if (way === 'wait' || isMixed) {
      yield untilFree(path)
      return to('remove', path)
    }
    yield store.trash(path)
    return to('afterRemove', path, j.rev)
  }
  function* afterRemove(path, rev) {
    const op = laterOn(yield journal.read(), rev, path)
    if (!op) return done('ok')
    if (op.state === 'new') {
      yield notNew(op.id)
      return to('afterRemove', path, rev)
    }
    return to('remove', path)
  }
  function* removeLate(path) {
    yield store.trash(path)
    return to('afterRemove', path, 0)
  }
  function* removeAfter(path, other) {
    yield again(`${other} was answered`, (s) => s.procs[other].acked)
    return to('remove', path)
  }
  function* outsideAfter(path, value, other) {
    yield again(`${other} was answered`, (s) => s.procs[other].acked)
    return to('outside', path, value)
  }

  // ---- links -----------------------------------------------------------------------------------
  const where = (j, link) =>
    [...j.closed, ...j.ops]
      .filter((op) => op.src && (isCommitted(op) || op.how === 'removing') && (!g.linkRev || op.since > link.rev))
      .sort((a, b) => a.since - b.since)
      .reduce((path, op) => (path && under(path, op.src) ? op.dst && below(path, op.src, op.dst) : path), link.path)
  function* open(name) {
    const link = yield journal.link(name)
    if (!link?.path) return done(null)
    const j = yield journal.read()
    const path = where(j, link)
    const value = path && ((yield* visible(committed(j), path))?.[1] ?? null)
    const now = yield journal.read()
    return where(now, link) === path && (!path || about(now, path) === about(j, path)) ? done(value) : to('open', name)
  }
  function* shareNow(name, path) {
    const j = yield journal.read()
    const way = yield* prepare(j, path)
    if (way === 'again') return to('shareNow', name, path)
    if (way === 'exists' || way === 'wait') {
      yield free(path)
      return to('shareNow', name, path)
    }
    if (!(yield* visible(committed(j), path))) return done('gone')
    yield journal.setLink(name, `made for ${path}`, () => ({ path, rev: j.rev }))
    return to('afterShare', name, path, j.rev)
  }
  function* afterShare(name, path, rev) {
    const op = laterOn(yield journal.read(), rev, path)
    if (!op) return done('ok')
    yield isClosed(op.id)
    const j = yield journal.read()
    yield journal.setLink(name, 'looked at again', (link) => link.rev === rev && { path: where(j, link), rev: j.rev })
    return done('ok')
  }
  const { parts: _parts, rounds: _rounds, ...programs } = base
  return {
    ...programs,
    checkRestore,
    bringBack,
    takeBackDelete,
    takeBackDeleteAfter,
    turnToRestore,
    closeDelete,
    close: closeOr,
    plainClose: base.close,
    plainWipe: base.wipe,
    plainAfterWrite: base.afterWrite,
    rename,
    renameAfter,
    checkRename,
    copyAll,
    settle,
    cancel,
    cancelAfter,
    removeFolder,
    removeFolderAfter,
    wipe,
    read,
    readNow,
    readNowAfter,
    write,
    writeLate,
    writeAfter,
    afterWrite,
    comeToTop,
    takeBack,
    remove,
    removeLate,
    removeAfter,
    afterRemove,
    outsideAfter,
    open,
    shareNow,
    afterShare,
  }
}
