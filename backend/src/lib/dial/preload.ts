// Guards the process that loads it before anything else: `node --import …/preload.ts program` (`child.ts` has the
// words). Whatever the program's libraries dial, by a redirect, tracker, peer, web seed, DHT or peer exchange, is
// checked at the address that is really used.
//
// It trusts the code, which could undo all this, but not what that code is told by others. Native modules may have
// sockets of their own (uTP and WebRTC do), so none is loaded; libraries have to do without.
import { syncBuiltinESMExports } from 'node:module'
import { NAME_SERVERS, PRIVATE_ADDRESSES } from './child.ts'
import { Guard } from './guard.ts'
import { guardDatagrams } from './inside/datagrams.ts'
import { guardNames } from './inside/names.ts'
import { guardSockets } from './inside/sockets.ts'
import { refuseUnguarded } from './inside/unguarded.ts'

const listIn = (name: string): string[] => (process.env[name] ?? '').split(',').filter(Boolean)

const guard = new Guard({
  ports: 'swarm',
  privateAddresses: listIn(PRIVATE_ADDRESSES),
  nameServers: listIn(NAME_SERVERS),
})
guardSockets(guard)
guardDatagrams(guard)
guardNames(guard)
refuseUnguarded()
// So that `import { lookup } from 'node:dns'` finds what was replaced.
syncBuiltinESMExports()
