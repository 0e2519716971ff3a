// `nido gc`: deletes what nobody needs. With `--dry-run` it only says what that is.
import { defineCommand } from './command.ts'
import { inspectBuckets, many, type FsckOutcome, WORDS } from './fsck.ts'
import { print } from './terminal.ts'

const USAGE = `Usage: nido gc [--dry-run] [--json]
  --dry-run  say what would be deleted, and delete nothing
  --json     print it as JSON
Deletes what interrupted work has left behind: uploads in parts without a record, tails of uploads, leftovers of
trials. Files, their older versions and the trash are never touched. It can run while Nido runs.
Exit code: 0 done, 2 the buckets could not be checked.`

export const gc = defineCommand({
  about: 'deletes what interrupted work has left behind',
  usage: USAGE,
  options: { 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } },
  failure: 'The leftovers could not be deleted',
  run: async (values) => {
    const isDryRun = values['dry-run'] === true
    const { outcomes } = await inspectBuckets(!isDryRun)
    const leftovers = outcomes.filter(({ canRepair }) => canRepair)
    print(values.json ? asJson(leftovers, isDryRun) : describe(leftovers, isDryRun))
    return 0
  },
})

const asJson = (leftovers: FsckOutcome[], isDryRun: boolean): string =>
  JSON.stringify({ isDryRun, leftovers: leftovers.map(({ code, bucket, key }) => ({ code, bucket, key })) }, null, 2)

function describe(leftovers: FsckOutcome[], isDryRun: boolean): string {
  if (leftovers.length === 0) return 'There is nothing to delete.'
  return [
    `${isDryRun ? 'Would delete' : 'Deleted'} ${many(leftovers.length, 'leftover', 'leftovers')}:`,
    ...leftovers.map(({ code, bucket, key }) => `  ${bucket}/${key}  (${WORDS[code]})`),
  ].join('\n')
}
