// Measures a Node process: loaded into a test's process with `--import`, or run alone as an idle process. Several times
// a second it appends a line to LOAD_FILE: time, longest block of the event loop in milliseconds, memory in bytes.
import { createWriteStream } from 'node:fs'
import { environment } from '../../scripts/lib/environment.ts'

// Often enough for blocks of a tenth of a second, and seldom enough to cost the process next to nothing.
const TICK_MS = 40
const TICKS_A_LINE = 3

const file = environment()['LOAD_FILE']
if (file === undefined) throw new Error('LOAD_FILE is missing')
const lines = createWriteStream(file, { flags: 'a' })
let [last, ticks, most] = [performance.now(), 0, 0]
let cpu = process.threadCpuUsage()
const timer = setInterval(() => {
  const now = performance.now()
  const { user, system } = process.threadCpuUsage(cpu)
  // On a busy machine a process also waits for its turn. Only the work of its main thread counts.
  most = Math.max(most, Math.min(now - last - TICK_MS, (user + system) / 1000))
  ;[last, cpu] = [now, process.threadCpuUsage()]
  ticks += 1
  if (ticks < TICKS_A_LINE) return
  lines.write(`${Date.now()} ${most.toFixed(0)} ${process.memoryUsage.rss()}\n`)
  ;[ticks, most] = [0, 0]
}, TICK_MS)
// When run alone, only this keeps the process alive.
if (environment()['LOAD_ALONE'] === undefined) timer.unref()
