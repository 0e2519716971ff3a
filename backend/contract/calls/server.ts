// The server itself.
import { z } from 'zod'
import { statusRecord } from '../status.ts'
import { call, type Chapter, json } from './call.ts'

export const serverCalls = {
  status: call({
    method: 'GET',
    path: '/api/status',
    summary: 'Get the status',
    policy: 'person',
    answers: {
      200: json(statusRecord, 'Each part and its state; administrators also get versions, figures and problems.'),
    },
    errors: [],
  }),
  reference: call({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'Get the description of all calls',
    policy: 'person',
    answers: { 200: json(z.looseObject({ openapi: z.literal('3.1.1') }), 'This reference as OpenAPI 3.1.') },
    errors: [],
  }),
}

export const serverChapter: Chapter = {
  title: 'The server',
  about: 'What works on this server, and which calls it has.',
  calls: Object.values(serverCalls),
}
