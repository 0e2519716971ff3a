// Events for open pages, and the shell.
import { z } from 'zod'
import { eventFrame, uploadReportBody } from '../events.ts'
import { COMMAND_PATH, NOT_ALLOWED, SHELL_COMMANDS } from '../shell.ts'
import { call, type Chapter, empty, jsonBody } from './call.ts'

export const liveCalls = {
  events: call({
    method: 'GET',
    path: '/api/events',
    summary: 'Receive events',
    policy: 'person',
    queryToken: true,
    notes:
      'Each message is one event as JSON. The client only listens; if it sends anything, the socket is closed. ' +
      'Events cover what the person may read at that moment. The socket closes with 4401 when the session has ' +
      'ended and with 1001 when the server stops. A client that reconnects says what it heard last: it gets the ' +
      'events it missed, or `resync`, after which it has to fetch everything again.',
    query: {
      since: z
        .string()
        .regex(/^[\w-]{1,40}\.\d{1,15}$/)
        .optional()
        .describe(
          'The last event that the client received: the epoch of the last `resync`, a dot, and the last `seq`.',
        ),
    },
    headers: {
      Upgrade: '`websocket`.',
      Origin: 'The page that opens the socket, as browsers send it. Pages of another host are refused.',
    },
    answers: {
      101: {
        meaning: 'The socket is open. Its messages:',
        content: [{ type: 'application/json', schema: eventFrame }],
      },
    },
    errors: ['badRequest', 'forbidden', 'tooManyRequests', 'unavailable'],
  }),
  reportUploads: call({
    method: 'PUT',
    path: '/api/events/uploads',
    summary: "Report a page's uploads to the person's other pages",
    policy: 'person',
    notes:
      'The other pages receive it as an event, at most once a second. A page that reports nothing for 75 seconds ' +
      'counts as gone.',
    body: jsonBody(uploadReportBody),
    answers: { 204: empty('Reported.') },
    errors: ['badRequest', 'tooMany', 'tooLarge', 'unsupportedMediaType'],
  }),
  command: call({
    method: 'GET',
    path: `${COMMAND_PATH}{/*path}`,
    summary: 'Run a command line',
    policy: 'person',
    permission: '`execute`; and each command has to be among the `commands` of the person',
    queryToken: true,
    notes:
      'The client sends one text message: a command line, which runs in the folder of the path. Each line of output ' +
      'is one text message, without the line end; error output comes last. Then the server closes the socket with ' +
      `1000. A caller without permission gets \`${NOT_ALLOWED}\`. Words are split as in a POSIX shell; ` +
      '`|`, `<`, `>` and the patterns `*`, `?` and `[a-z]` work, everything else is plain text. ' +
      `Commands run inside Nido, on the person's own ` +
      `files and with the person's permissions: ${SHELL_COMMANDS.join(', ')}. Closing the socket ends them.`,
    headers: {
      Upgrade: '`websocket`.',
      Origin: 'The page that opens the socket, as browsers send it. Pages of another host are refused.',
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
