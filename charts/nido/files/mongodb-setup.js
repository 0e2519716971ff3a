// Run by mongosh inside a member: makes the replica set and the users of API and worker, and changes nothing that is
// there already.
const { HOSTS, DATABASE, ROOT_PASSWORD, API_PASSWORD, WORKER_PASSWORD } = process.env
const members = HOSTS.split(',').map((host, id) => ({ _id: id, host }))
// Without a user yet, a member lets itself be told from its own machine only: this is run in the pod of the first one.
try {
  rs.initiate({ _id: 'nido', members })
} catch (error) {
  if (!/already initialized|requires authentication/.test(error.message)) throw error
}
while (!db.hello().isWritablePrimary && !db.hello().primary) sleep(500)
const admin = db.getSiblingDB('admin')
try {
  admin.createUser({ user: 'root', pwd: ROOT_PASSWORD, roles: ['root'] })
} catch (error) {
  if (!/already exists|requires authentication/.test(error.message)) throw error
}
admin.auth('root', ROOT_PASSWORD)
for (const [user, pwd] of [
  ['nido-api', API_PASSWORD],
  ['nido-worker', WORKER_PASSWORD],
]) {
  const roles = [{ role: 'readWrite', db: DATABASE }]
  if (admin.getUser(user)) admin.updateUser(user, { pwd, roles })
  else admin.createUser({ user, pwd, roles })
}
