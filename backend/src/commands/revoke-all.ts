// `nido revoke-all`: signs everybody out, for when somebody has got hold of a token.
import { defineCommand, withServices } from './command.ts'
import { many } from './fsck.ts'
import { print } from './terminal.ts'

const USAGE = `Usage: nido revoke-all [--links] [--json]
  --links  end all links as well; they cannot be brought back
  --json   print the result as JSON
Ends the sessions of all people, who then have to sign in again, and push to their devices. Passwords stay as they
are. It can run while Nido runs. Exit code: 0 done, 2 it could not be done.`

export const revokeAll = defineCommand({
  about: 'ends all sessions, and all links if wanted',
  usage: USAGE,
  options: { links: { type: 'boolean' }, json: { type: 'boolean' } },
  failure: 'Not everything was ended',
  run: (values) =>
    withServices(async ({ sessions, shares, people, push, audit }) => {
      const everybody = await people.all()
      const ended = { people: everybody.length, sessions: await sessions.endEverybodys(), links: 0 }
      for (const { id } of everybody) await push.endWith({ userId: id, has: () => true })
      for (const who of everybody) audit.note({ kind: 'sessionsEnd', who, address: '' })
      if (values.links) for (const { id } of everybody) ended.links += await shares.removeAllOf(id)
      print(values.json ? JSON.stringify(ended) : describe(ended, values.links === true))
      return 0
    }),
})

const describe = (ended: { people: number; sessions: number; links: number }, hasLinks: boolean): string =>
  `Ended ${many(ended.sessions, 'session', 'sessions')} of ${many(ended.people, 'person', 'people')}` +
  `${hasLinks ? ` and ${many(ended.links, 'link', 'links')}` : ''}.`
