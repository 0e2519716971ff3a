// What a case is given: clients, a fresh folder, throw-away users, settings
// that are put back. Everything that a case makes is cleaned up after it, unless the server is thrown away.

import { Client, settling } from './client.mjs'

export const PASSWORD = 'Conformance-Pass-7731'

export const everyPermission = { admin: false, execute: false, create: true, rename: true, modify: true, delete: true, share: true, download: true }

export async function openWorld (base, username, password, { isThrownAway = false } = {}) {
  const run = Date.now().toString(36)
  const admin = await Client.login(base, username, password)
  const anon = new Client(base)
  let serial = 0

  // Scopes are lower-case words with dashes, so that a scope can be a bucket's name.
  async function makeUser (overrides = {}) {
    const name = `conf-${run}-${++serial}`
    const { perm, ...rest } = overrides
    const data = { username: name, password: PASSWORD, scope: `/${name}`, locale: 'en', viewMode: 'list', singleClick: false, hideDotfiles: false, dateFormat: false, lockPassword: false, commands: [], rules: [], sorting: { by: 'name', asc: false }, ...rest, perm: { ...everyPermission, ...perm } }
    ;(await admin.createUser(data)).expect(201)
    return Client.login(base, data.username, data.password)
  }

  const worker = await makeUser()

  async function openCase () {
    const undo = []
    const dir = `/case-${++serial}`
    ;(await worker.mkdir(dir)).expect(200)
    if (!isThrownAway) undo.push(() => worker.remove(dir))

    return {
      base,
      admin,
      anon,
      /** A user with every permission but admin and execute, shared by all cases. */
      me: worker,
      /** A fresh folder of that user. */
      dir,
      unique: () => `conf-${run}-${++serial}`,
      later: (action) => undo.push(action),
      /** Files and folders in the fresh folder: { 'a.txt': 'text', 'folder/': null }. */
      async given (tree, { user = worker, at = dir } = {}) {
        for (const [name, body] of Object.entries(tree)) {
          const path = `${at}/${name}`.replace(/^\/+/, '/')
          ;(await (name.endsWith('/') ? user.mkdir(path) : user.upload(path, body))).expect(200)
        }
      },
      /** A throw-away user with a scope of its own, logged in. */
      async user (overrides) {
        const user = await makeUser(overrides)
        if (!isThrownAway) undo.push(async () => {
          if (user.gone) return
          await emptyScope(user)
          await withoutSettling(() => admin.deleteUser(user.id))
        })
        return user
      },
      /** Global settings with these fields changed; put back after the case. */
      async settings (change) {
        const before = (await admin.get('/api/settings')).expect(200).json
        undo.push(() => admin.put('/api/settings', before))
        ;(await admin.put('/api/settings', { ...before, ...change })).expect(200)
        return before
      },
      login: (name, secret) => Client.login(base, name, secret),
      async close () { for (const action of undo.reverse()) await action().catch(() => {}) }
    }
  }

  // Nobody asks after a person that a case leaves behind.
  async function withoutSettling (change) {
    const { ms } = settling
    settling.ms = 0
    try { await change() } finally { settling.ms = ms }
  }

  async function emptyScope (user) {
    const listing = await user.info('/')
    if (listing.code !== 200) return
    for (const { path } of listing.json.items) await user.remove(path)
  }

  async function close () {
    if (isThrownAway) return
    await emptyScope(worker).catch(() => {})
    await admin.deleteUser(worker.id).catch(() => {})
  }

  return { openCase, close }
}
