// Guards the process that loads it before anything else: `node --import …/preload.ts program` (`child.ts` has the
// words). Whatever the program's libraries dial, by a redirect, tracker, peer, web seed, DHT or peer exchange, is
// checked at the address that is really used.
//
// It guards Node's own sockets. It trusts the code and not the data: libraries with sockets of their own (uTP, WebRTC)
// pass it by, so whoever loads them keeps these off. `--permission` without `--allow-addons` makes sure of it.
import { syncBuiltinESMExports } from 'node:module'
import { NAME_SERVERS, PRIVATE_ADDRESSES } from './child.ts'
import { Guard } from './guard.ts'
import { guardDatagrams } from './inside/datagrams.ts'
import { guardNames } from './inside/names.ts'
import { refuseProcesses } from './inside/processes.ts'
import { guardSockets } from './inside/sockets.ts'

const listIn = (name: string): string[] => (process.env[name] ?? '').split(',').filter(Boolean)

const guard = new Guard({
  ports: 'swarm',
  privateAddresses: listIn(PRIVATE_ADDRESSES),
  nameServers: listIn(NAME_SERVERS),
})
guardSockets(guard)
guardDatagrams(guard)
guardNames(guard)
refuseProcesses()
// So that `import { lookup } from 'node:dns'` finds what was replaced.
syncBuiltinESMExports()
