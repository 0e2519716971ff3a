// .ci/run: the last line is the sum of both targets, whatever becomes of them. `make` is played.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { environment } from './lib/environment.ts'
import { ROOT } from './lib/places.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'nido-ci-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs it; the script gets the target in `$2`. */
function run(script: string, more: NodeJS.ProcessEnv = {}): Promise<{ code: number; lastLine: string }> {
  writeFileSync(path.join(folder, 'make'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  // Whoever runs this may have other limits.
  const { LATEST_START: _start, LATEST_REPEAT: _repeat, DEADLINE: _deadline, ...usual } = environment()
  const env = { ...usual, PATH: `${folder}:${usual['PATH']}`, ...more }
  return new Promise((resolve) => {
    execFile(path.join(ROOT, '.ci', 'run'), { env }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), lastLine: stdout.trimEnd().split('\n').at(-1) ?? '' }),
    )
  })
}

describe('.ci/run', () => {
  it('sums up both', async () => {
    const script = 'case $2 in test) echo "7 passed, 0 failed";; *) echo "2 passed, 0 failed";; esac'
    expect(await run(script)).toEqual({ code: 0, lastLine: '9 passed, 0 failed' })
  })
  it('fails if one of them does, and tells both', async () => {
    const script = 'case $2 in test) echo "7 passed, 1 failed"; exit 2;; *) echo "2 passed, 0 failed";; esac'
    expect(await run(script)).toEqual({ code: 2, lastLine: '9 passed, 1 failed' })
  })
  it('counts what ends without a count as a failure', async () => {
    const script = 'case $2 in test) echo "7 passed, 0 failed";; *) exit 2;; esac'
    expect(await run(script)).toEqual({ code: 2, lastLine: '7 passed, 1 failed' })
  })
  it('succeeds where there can be no cluster', async () => {
    const script = 'case $2 in test) echo "7 passed, 0 failed";; *) echo "0 passed, 0 failed";; esac'
    expect(await run(script)).toEqual({ code: 0, lastLine: '7 passed, 0 failed' })
  })
  it('leaves the cluster out where there is no time for it', async () => {
    const script = 'case $2 in test) echo "7 passed, 0 failed";; *) echo "2 passed, 0 failed";; esac'
    expect(await run(script, { LATEST_START: '0' })).toEqual({ code: 0, lastLine: '7 passed, 0 failed' })
  })
  it('leaves the cluster out where it does not end in time, whatever it leaves running', async () => {
    const script = 'case $2 in test) echo "7 passed, 0 failed";; *) setsid sleep 20 & echo "2 passed"; sleep 20;; esac'
    const began = performance.now()
    expect(await run(script, { DEADLINE: '1' })).toEqual({ code: 0, lastLine: '7 passed, 0 failed' })
    expect(performance.now() - began).toBeLessThan(15_000)
  })
  it('counts a failure of the cluster also if time is up before it is run again', async () => {
    const mark = path.join(folder, 'has-failed')
    const script = `case $2 in
      test) echo "7 passed, 0 failed";;
      *) if [ -e ${mark} ]; then sleep 20; fi; touch ${mark}; echo "1 passed, 1 failed"; exit 2;;
    esac`
    expect(await run(script, { DEADLINE: '3' })).toEqual({ code: 124, lastLine: '7 passed, 1 failed' })
    rmSync(mark)
  })
  it('runs the cluster again once, if there is time', async () => {
    const mark = path.join(folder, 'has-failed')
    const failing = `touch ${mark}; echo "1 passed, 1 failed"; exit 2`
    const once = `if [ -e ${mark} ]; then echo "2 passed, 0 failed"; else ${failing}; fi`
    const script = `case $2 in test) echo "7 passed, 0 failed";; *) ${once};; esac`
    expect(await run(script, { LATEST_REPEAT: '0' })).toEqual({ code: 2, lastLine: '8 passed, 1 failed' })
    rmSync(mark)
    expect(await run(script)).toEqual({ code: 0, lastLine: '9 passed, 0 failed' })
  })
})
