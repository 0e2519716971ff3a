// Loaded before a process of a test (`--import`), or run by itself to stay quiet: writes down, several times a second,
// how long its event loop stood at most and how much memory it has. A line of LOAD_FILE: time, milliseconds, bytes.
import { createWriteStream } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { environment } from '../../scripts/lib/environment.ts'

const EVERY_MS = 100
const RESOLUTION_MS = 10

const file = environment()['LOAD_FILE']
if (file === undefined) throw new Error('LOAD_FILE is missing')
const lines = createWriteStream(file, { flags: 'a' })
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()
const timer = setInterval(() => {
  lines.write(`${Date.now()} ${(delay.max / 1e6).toFixed(0)} ${process.memoryUsage.rss()}\n`)
  delay.reset()
}, EVERY_MS)
// Run by itself, it is all that keeps the process alive.
if (environment()['LOAD_ALONE'] === undefined) timer.unref()
