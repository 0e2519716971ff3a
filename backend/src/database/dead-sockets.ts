// A socket that both sides have ended is closed a turn of the event loop before it says so. The driver writes to it in
// that turn, is told to wait, and waits for `drain` or `error`, of which none comes (`writeCommand` of
// mongodb 7.8): a command that is never answered, or a monitor that never looks at the server again. So whoever waits
// for a socket to drain is told when it closes, and then finds it closed.
import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'

/** Node tells here of each socket that the process opens to a server (diagnostics_channel, built-in channels). */
const CHANNEL = 'net.client.socket'

let isWatching = false

/** Has everybody in this process who waits for a socket to drain go on when it is closed. */
export function wakeDrainWaitersOnClose(): void {
  if (isWatching) return
  isWatching = true
  subscribe(CHANNEL, (message) => {
    const socket = (message as { socket?: unknown }).socket
    if (!(socket instanceof Socket)) return
    socket.once('close', () => {
      if (socket.listenerCount('drain') > 0) socket.emit('drain')
    })
  })
}
