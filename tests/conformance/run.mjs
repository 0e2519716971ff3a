#!/usr/bin/env node
// run.mjs BASE_URL --user NAME --password SECRET [--filter REGEXP] [--json FILE] [--with FEATURE,...] [--settle MS] [--throw-away] [--list] [--time]
//
// Runs the cases against a server and prints a line for each failing one, then
// 'N passed, N failed'. --oracle is for the reference server: it leaves out the
// cases marked specOnly and adds those marked referenceOnly. --settle waits after each change of a person or
// of the settings, for a server of several replicas. --throw-away leaves people and folders behind, for a server that
// ends with the run.

import { readdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { cases } from './lib/suite.mjs'
import { CheckFailed } from './lib/check.mjs'
import { openWorld } from './lib/world.mjs'
import { settling } from './lib/client.mjs'

const { positionals: [base], values: option } = parseArgs({
  allowPositionals: true,
  options: {
    user: { type: 'string', default: 'admin' },
    password: { type: 'string', default: 'admin' },
    filter: { type: 'string', default: '' },
    json: { type: 'string' },
    with: { type: 'string', default: '' },
    oracle: { type: 'boolean', default: false },
    settle: { type: 'string', default: '0' },
    'throw-away': { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    time: { type: 'boolean', default: false }
  }
})

const folder = new URL('./cases/', import.meta.url)
for (const file of (await readdir(folder)).filter((name) => name.endsWith('.mjs')).sort()) await import(new URL(file, folder))

settling.ms = Number(option.settle)
const filter = new RegExp(option.filter, 'i')
const features = new Set(option.with.split(',').filter(Boolean))
const wanted = cases.filter(({ name }) => filter.test(name))
const isSkipped = ({ specOnly, referenceOnly, needs }) => (option.oracle ? specOnly : referenceOnly) ?? (needs && !features.has(needs) ? `needs ${needs}` : null)

if (option.list) {
  for (const { name, specOnly, referenceOnly, needs } of wanted) console.log(name + (specOnly ? ` [specOnly: ${specOnly}]` : '') + (referenceOnly ? ` [referenceOnly: ${referenceOnly}]` : '') + (needs ? ` [needs ${needs}]` : ''))
  console.log(`${wanted.length} cases`)
  process.exit(0)
}
if (!base) { console.error('usage: run.mjs BASE_URL --user NAME --password SECRET [--filter REGEXP] [--json FILE] [--oracle] [--with exec]'); process.exit(2) }

const world = await openWorld(base.replace(/\/$/, ''), option.user, option.password, { isThrownAway: option['throw-away'] }).catch((error) => {
  console.log(`FAIL setting up (login of ${option.user}, a first user, its first folder) -- ${error.message}`)
  console.log(`0 passed, ${wanted.filter((item) => !isSkipped(item)).length} failed`)
  process.exit(1)
})
const results = []
for (const item of wanted) {
  const reason = isSkipped(item)
  if (reason) { results.push({ name: item.name, outcome: 'skipped', reason }); continue }
  const started = Date.now()
  const error = await attempt(item)
  results.push({ name: item.name, outcome: error ? 'failed' : 'passed', ...(error && { reason: error }), ms: Date.now() - started })
  if (error) console.log(`FAIL ${item.name} -- ${error}`)
  else if (option.time && Date.now() - started > 1000) console.log(`slow ${item.name} ${Date.now() - started} ms`)
}
await world.close()

async function attempt (item) {
  let given
  try {
    given = await world.openCase()
    await item.run(given)
    return null
  } catch (error) {
    return (error instanceof CheckFailed ? error.message : String(error.stack ?? error).split('\n').slice(0, 3).join(' ')).replace(/\s+/g, ' ')
  } finally {
    await given?.close()
  }
}

const count = (outcome) => results.filter((result) => result.outcome === outcome).length
if (option.json) await writeFile(option.json, JSON.stringify({ base, oracle: option.oracle, passed: count('passed'), failed: count('failed'), skipped: count('skipped'), results }, null, 2) + '\n')
console.log(`${count('passed')} passed, ${count('failed')} failed${count('skipped') ? `, ${count('skipped')} skipped` : ''}`)
process.exit(count('failed') ? 1 : 0)
