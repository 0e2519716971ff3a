// The server itself.
import { z } from 'zod'
import { statusRecord } from '../status.ts'
import { call, type Chapter, json } from './call.ts'

export const serverCalls = {
  status: call({
    method: 'GET',
    path: '/api/status',
    summary: 'Tell what works',
    policy: 'person',
    answers: {
      200: json(
        statusRecord,
        'Each part and its state; administrators are told versions, numbers and what is odd, too.',
      ),
    },
    errors: [],
  }),
  reference: call({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'Describe all calls',
    policy: 'person',
    answers: { 200: json(z.looseObject({ openapi: z.literal('3.1.1') }), 'This reference as OpenAPI 3.1.') },
    errors: [],
  }),
}

export const serverChapter: Chapter = {
  title: 'The server',
  about: 'What works here, and what can be called.',
  calls: Object.values(serverCalls),
}
