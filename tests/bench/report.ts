// What is told of a run: a table for people, and a file for programs.
import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ROOT } from '../../scripts/lib/places.ts'
import type { Results, Use } from './results.ts'
import { ROWS, type Row } from './rows.ts'
import { median } from './wire.ts'

/** What happened at one site; its name is '' for the plain one, whose floors count. */
export interface SiteResults {
  site: string
  results: Results
}

/** What one subject needed for one row. */
interface Cell {
  median: number
  least: number
  most: number
  values: readonly number[]
  uses: readonly Use[]
}

export interface RowReport {
  id: string
  title: string
  unit: string
  score: number
  floor: number | null
  goal: number | null
  isLessBetter: boolean
  isBelowFloor: boolean
  subjects: Record<string, Cell>
}

/** The rows of which something was measured. Work that Nido did not manage is below every floor. */
export function reportRows({ site, results }: SiteResults): RowReport[] {
  return Object.entries(ROWS).flatMap(([id, row]) => {
    const score = row.score(results)
    const subjects = Object.fromEntries(results.subjectsOf(id).map((name) => [name, cellOf(results, id, name)]))
    if (Number.isNaN(score) && row.from.every((from) => results.subjectsOf(from).length === 0)) return []
    const { title, unit, isLessBetter } = row
    const [floor, goal] = site === '' ? [row.floor, row.goal] : [null, null]
    const isBelowFloor = floor !== null && !(isLessBetter ? score <= floor : score >= floor)
    return [{ id: id + site, title, unit, score, floor, goal, isLessBetter, isBelowFloor, subjects }]
  })
}

function cellOf(results: Results, id: string, name: string): Cell {
  const { values, uses } = results.of(id, name)
  return { median: median(values), least: Math.min(...values), most: Math.max(...values), values, uses }
}

export const short = (value: number): string =>
  Number.isNaN(value)
    ? '–'
    : Math.abs(value) < 10
      ? value.toFixed(2)
      : value < 100
        ? value.toFixed(1)
        : value.toFixed(0)

const spread = ({ median: middle, least, most, values }: Cell): string =>
  values.length < 2 ? short(middle) : `${short(middle)} (${short(least)}–${short(most)})`

const COLUMNS = ['nido', 'minio', 'relay', 'rclone', 'copyparty', 'nginx', 'newcomer'] as const

/** A table in Markdown: medians, with the least and the most of the rounds. */
export function tableOf(rows: readonly RowReport[]): string {
  const shown = COLUMNS.filter((name) => rows.some(({ subjects }) => subjects[name]))
  const head = ['', 'work', 'score', 'floor', 'goal', ...shown]
  const lines = rows.map(({ id, title, unit, score, floor, goal, isLessBetter, isBelowFloor, subjects }) => {
    const told = `${short(score)}${isLessBetter ? ` ${unit}` : ''}`
    const bounds = [floor, goal].map((bound) => (bound === null ? '' : `${isLessBetter ? '≤ ' : ''}${bound}`))
    const cells = shown.map((name) => (subjects[name] ? spread(subjects[name]) : ''))
    return [id, title, isBelowFloor ? `**${told}**` : told, ...bounds, ...cells]
  })
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** One line for what has just been measured. */
export function lineOf(id: string, { site, results }: SiteResults): string {
  const row: Row | undefined = ROWS[id]
  const each = results.subjectsOf(id).map((name) => `${name} ${short(results.median(id, name))}`)
  return `${(id + site).padEnd(4)} ${row?.title ?? ''}: ${short(row?.score(results) ?? NaN)} (${each.join(', ')})`
}

/** What the figures were measured on. */
export const machine = () => ({
  processors: os.cpus().length,
  model: os.cpus()[0]?.model ?? '',
  memoryGiB: Math.round(os.totalmem() / 1024 ** 3),
  system: `${os.type()} ${os.release()} ${os.arch()}`,
  node: process.version,
  loadBefore: os.loadavg()[0],
})

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** Writes what was measured as JSON, to a file in .cache/bench unless one is given. Answers where it is. */
export async function writeReport(name: string, content: object, given: string): Promise<string> {
  const when = new Date().toISOString()
  const file = path.resolve(given || path.join(ROOT, '.cache', 'bench', `${name}-${when.replaceAll(':', '-')}.json`))
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify({ name, when, commit: commit(), ...content }, null, 2)}\n`)
  return file
}
