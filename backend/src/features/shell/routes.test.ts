import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { WebSocket } from 'ws'
import { listen, SILENCE_MS } from './routes.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

function open() {
  const socket = Object.assign(new EventEmitter(), {
    closed: [] as number[],
    close(code: number) {
      this.closed.push(code)
    },
  })
  const heard: string[] = []
  listen(socket as unknown as WebSocket, async (text) => void heard.push(text))
  return { socket, heard, say: (text: string, isBinary = false) => socket.emit('message', Buffer.from(text), isBinary) }
}

describe('a socket for a command line', () => {
  it('is closed when nothing is asked on it, whatever else is said', () => {
    const { socket, say, heard } = open()
    jest.advanceTimersByTime(SILENCE_MS - 1)
    say('  ')
    say('bytes', true)
    expect(socket.closed).toEqual([])
    jest.advanceTimersByTime(1)
    expect([socket.closed, heard]).toEqual([[1008], []])
  })

  it('waits no more once a line has come, and hears no other', () => {
    const { socket, say, heard } = open()
    say('one')
    say('two')
    jest.advanceTimersByTime(SILENCE_MS * 10)
    expect([socket.closed, heard]).toEqual([[], ['one']])
  })

  it('leaves no timer behind when it closes', () => {
    const { socket } = open()
    socket.emit('close')
    expect(jest.getTimerCount()).toBe(0)
  })
})
