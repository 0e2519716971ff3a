// One user's view of the server: the verbs with that user's token, and the file
// operations that cases are made of.

import { setTimeout as sleep } from 'node:timers/promises'
import { send, enc, query } from './http.mjs'
import { runCommand } from './ws.mjs'
import { parseSearch } from './search.mjs'

// Replicas other than the one that changed a person or the settings know of it within a second. A set that is run against
// several of them waits that long after such a change.
export const settling = { ms: 0 }
const changesPeople = (method, path) => settling.ms > 0 && /^(PUT|DELETE) \/api\/(users\/|settings)/.test(`${method} ${path}`)

export class Client {
  constructor (base, { token = null, username = null, password = null, id = null } = {}) {
    Object.assign(this, { base, token, username, password, id })
  }

  static async login (base, username, password) {
    const answer = (await send(base, 'POST', '/api/login', { body: { username, password, recaptcha: '' } })).expect(200)
    const client = new Client(base, { token: answer.text, username, password })
    client.id = client.claims.user.id
    return client
  }

  /** The payload of this user's token. */
  get claims () { return claimsOf(this.token) }

  async send (method, path, options = {}) {
    const auth = this.token ? { 'X-Auth': this.token } : {}
    const answer = await send(this.base, method, path, { ...options, headers: { ...auth, ...options.headers } })
    if (changesPeople(method, path) && answer.code < 300) await sleep(settling.ms)
    return answer
  }

  get (path, headers) { return this.send('GET', path, { headers }) }
  head (path, headers) { return this.send('HEAD', path, { headers }) }
  post (path, body, headers) { return this.send('POST', path, { body, headers }) }
  put (path, body, headers) { return this.send('PUT', path, { body, headers }) }
  patch (path, body, headers) { return this.send('PATCH', path, { body, headers }) }
  del (path, body, headers) { return this.send('DELETE', path, { body, headers }) }

  // Resources. Paths are plain text here; they are encoded on the way out.
  info (path) { return this.get('/api/resources' + enc(path)) }
  upload (path, body = '', params = {}) { return this.post('/api/resources' + enc(path) + (Object.keys(params).length ? query(params) : ''), body) }
  mkdir (path) { return this.post('/api/resources' + enc(path.replace(/\/*$/, '/'))) }
  save (path, body = '') { return this.put('/api/resources' + enc(path), body) }
  remove (path) { return this.del('/api/resources' + enc(path)) }
  checksum (path, algorithm) { return this.get('/api/resources' + enc(path) + query({ checksum: algorithm })) }

  // The destination is a URL path that is encoded once more as a query value.
  change (action, from, to, params = {}) { return this.patch('/api/resources' + enc(from) + query({ action, destination: enc(to), ...params })) }
  rename (from, to, params) { return this.change('rename', from, to, params) }
  copy (from, to, params) { return this.change('copy', from, to, params) }

  raw (path, params = {}, headers) { return this.get('/api/raw' + enc(path) + (Object.keys(params).length ? query(params) : ''), headers) }
  preview (size, path, params = { inline: 'true' }) { return this.get(`/api/preview/${size}` + enc(path) + query(params)) }
  subtitle (path, params = { inline: 'true' }) { return this.get('/api/subtitle' + enc(path) + query(params)) }
  usage (path) { return this.get('/api/usage' + enc(path)) }

  /** The found entries as {path, dir}, sorted by path. */
  async search (path, text) { return parseSearch((await this.get('/api/search' + enc(path) + query({ query: text }))).expect(200)) }
  async found (path, text) { return (await this.search(path, text)).map((entry) => entry.path) }

  async names (path) { return (await this.info(path)).expect(200).json.items.map((item) => item.name) }
  async read (path) { return (await this.raw(path)).expect(200).text }

  // Resumable uploads.
  tusCreate (path, length, { override = false, headers = {} } = {}) { return this.send('POST', '/api/tus' + enc(path) + query({ override }), { headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(length), ...headers } }) }
  tusHead (path) { return this.head('/api/tus' + enc(path) + '?override=false', { 'Tus-Resumable': '1.0.0' }) }
  tusPatch (path, offset, body, headers = {}) { return this.patch('/api/tus' + enc(path) + '?override=false', body, { 'Tus-Resumable': '1.0.0', 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset), ...headers }) }
  tusDelete (path) { return this.del('/api/tus' + enc(path), undefined, { 'Tus-Resumable': '1.0.0' }) }

  // Shares.
  share (path, body = {}) { return this.post('/api/share' + enc(path), body) }
  sharesOf (path) { return this.get('/api/share' + enc(path)) }
  unshare (hash) { return this.del('/api/share/' + hash) }

  // Users. The body carries the acting user's password: the reference server asks for it.
  createUser (data, body = {}) { return this.post('/api/users', { what: 'user', which: [], current_password: this.password, data, ...body }) }
  updateUser (id, which, data, body = {}) { return this.put(`/api/users/${id}`, { what: 'user', which, current_password: this.password, data: { id, ...data }, ...body }) }
  deleteUser (id) { return this.del(`/api/users/${id}`, { current_password: this.password }) }

  command (path, text) { return runCommand(this.base, '/api/command' + enc(path), text, { headers: this.token ? { 'X-Auth': this.token } : {} }) }
}

export const claimsOf = (token) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
