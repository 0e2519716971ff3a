// What open pages are told, and the shell.
import { z } from 'zod'
import { eventFrame } from '../events.ts'
import { COMMAND_PATH, NOT_ALLOWED, SHELL_COMMANDS } from '../shell.ts'
import { call, type Chapter } from './call.ts'

export const liveCalls = {
  events: call({
    method: 'GET',
    path: '/api/events',
    summary: 'Hear what changes',
    policy: 'person',
    queryToken: true,
    notes:
      'Each message is one event as JSON. The client only listens: what it says closes the socket. Told is ' +
      'what the person may read at that moment. It closes with 4401 when the session has ended and with ' +
      '1001 when the server stops. Who comes back says how far it heard: what it missed follows, or ' +
      '`resync`, after which everything shown has to be fetched anew.',
    query: {
      since: z
        .string()
        .regex(/^[\w-]{1,40}\.\d{1,15}$/)
        .optional()
        .describe(
          'How far this client has heard: the epoch of the last `resync` and the last `seq`, with a dot between.',
        ),
    },
    headers: {
      Upgrade: '`websocket`.',
      Origin: 'The page that asks, as browsers send it: one of another host is refused.',
    },
    answers: {
      101: {
        meaning: 'The socket is open. Its messages:',
        content: [{ type: 'application/json', schema: eventFrame }],
      },
    },
    errors: ['badRequest', 'forbidden', 'tooManyRequests', 'unavailable'],
  }),
  command: call({
    method: 'GET',
    path: `${COMMAND_PATH}{/*path}`,
    summary: 'Run a command line',
    policy: 'person',
    permission: '`execute`, and each command has to be among the `commands` of the person',
    queryToken: true,
    notes:
      'The client sends one text message: a command line, which runs in the folder of the path. Each ' +
      'line that it puts out is one text message, without its end; what went wrong comes last. Then ' +
      'the server closes ' +
      `with 1000. Who may not run it hears \`${NOT_ALLOWED}\`. Words are split as a POSIX shell does; ` +
      '`|`, `<`, `>` and the patterns `*`, `?` and `[a-z]` are known, all else is text. ' +
      `Commands run inside Nido, on the person's own ` +
      `files and with the person's permissions: ${SHELL_COMMANDS.join(', ')}. Closing the socket ends them.`,
    headers: {
      Upgrade: '`websocket`.',
      Origin: 'The page that asks, as browsers send it: one of another host is refused.',
    },
    answers: { 101: { meaning: 'The socket is open. Its messages are lines of text.' } },
    errors: ['badRequest', 'forbidden', 'tooManyRequests', 'unavailable'],
  }),
}

export const liveChapter: Chapter = {
  title: 'Live',
  about: 'WebSockets (RFC 6455) without a subprotocol.',
  calls: Object.values(liveCalls),
}
