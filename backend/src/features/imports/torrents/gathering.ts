// Lets the small messages to a peer go together. Thousands of blocks a second are asked for, each by a message of 17
// bytes, and the engine has the system called for each.
import type { Wire } from 'webtorrent'

/** Longer ones are blocks that somebody has asked for: to copy them would cost more than a call. */
const SMALL = 1024

/** From now on, messages wait until all that has come from peers at a time is read. */
export function gatherMessages(wire: Wire): void {
  const push = wire.push.bind(wire)
  let gathered: Uint8Array[] = []
  const send = () => {
    if (gathered.length > 0) push(Buffer.concat(gathered))
    gathered = []
  }
  wire.push = (message) => {
    if (message === null || message.length > SMALL) {
      send()
      return push(message)
    }
    if (gathered.length === 0) setImmediate(send)
    gathered.push(message)
    return true
  }
}
