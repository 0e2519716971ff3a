// A socket that both sides have ended closes one turn of the event loop before it emits `close`. If the driver writes
// in that turn, it is told to wait, and waits for `drain` or `error`, which never come (`writeCommand` of mongodb 7.8).
// The result is a command that is never answered, or a monitor that never checks the server again. So whoever waits for
// a socket to drain is woken when it closes, and then finds it closed.
import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'

/** Node announces each client socket of the process here (diagnostics_channel, built-in channels). */
const CHANNEL = 'net.client.socket'

let isWatching = false

/** Wakes everybody in this process who waits for a socket to drain when it closes. */
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
