// Checks the answers in tests against the reference of their calls.
import { CALLS } from '../../backend/contract/calls/index.ts'
import { type Call, errorsOf } from '../../backend/contract/calls/call.ts'
import { ERROR_STATUS, problem } from '../../backend/contract/errors.ts'
import { REQUEST_ID_HEADER } from '../../backend/contract/headers.ts'
import type { Answer } from './answer.ts'
import { sharedServers } from './servers.ts'

const patterns = CALLS.map((call) => ({
  call,
  pattern: new RegExp(
    `^${call.path.replaceAll('.', '\\.').replace('{/*path}', '(?:/.*)?').replaceAll(/:\w+/g, '[^/]+')}/?$`,
  ),
}))

/** K05: addresses and signatures of the S3 server, which no answer may contain. */
const SIGNED = /X-Amz-(?:Signature|Credential)|AWSAccessKeyId=/i
const SEARCHED_MAX_BYTES = 256 * 1024

/** @throws Error if an answer (except the bytes of a file) reveals what is behind Nido */
function checkHidden({ request, headers, body, text }: Answer): void {
  if (headers['content-disposition'] !== undefined || body.length > SEARCHED_MAX_BYTES) return
  const { s3Endpoint, keys } = sharedServers() ?? {}
  const said = `${Object.values(headers).join('\n')}\n${text}`
  const hosts = [s3Endpoint && new URL(s3Endpoint).host, keys?.secretKey].filter((secret) => secret !== undefined)
  if (SIGNED.test(said) || hosts.some((host) => said.includes(host)))
    throw new Error(`${request}: the answer tells of the S3 server: ${said.slice(0, 300)}`)
}

/** The reference for a request; undefined for an unknown call. */
const describedCall = (method: string, path: string): Call | undefined =>
  patterns.find(({ call, pattern }) => call.method === method && pattern.test(path.split('?', 1)[0] ?? ''))?.call

/**
 * Checks an answer: its status, its type and its JSON.
 * @throws Error that says what the reference does not describe
 */
export function checkDescribed(method: string, path: string, answer: Answer): void {
  checkHidden(answer)
  const call = describedCall(method, path)
  // What the HTTP parser refuses is answered before any call and has no id.
  if (!call || answer.headers[REQUEST_ID_HEADER.toLowerCase()] === undefined) return
  const complain = (what: string) => {
    throw new Error(
      `${answer.request}: ${what}, which the reference of ${call.method} ${call.path} does not have: ` +
        `${answer.text.slice(0, 200)}`,
    )
  }
  const type = (answer.headers['content-type'] ?? '').split(';', 1)[0] ?? ''
  const success = call.answers[answer.status]
  const isError = errorsOf(call).some((code) => ERROR_STATUS[code] === answer.status)
  if (isError && (!success || type === 'application/problem+json')) {
    if (type === 'application/problem+json' && method !== 'HEAD') problem.parse(answer.json())
    return
  }
  if (!success) return void complain(`status ${answer.status}`)
  if (answer.body.length === 0) return
  const content = success.content?.find((one) => one.type === type || one.type === '*/*')
  if (!content) return void complain(`a body of the type ${type || '(none)'}`)
  // A test that asks for a compressed answer decompresses it itself.
  if (answer.headers['content-encoding'] !== undefined) return
  const checked = content.schema?.safeParse(answer.json())
  if (checked && !checked.success)
    complain(`${checked.error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`).join('; ')}`)
}
