// reCAPTCHA: verifies a person's answer with the service. Any failure counts as not solved.
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { FairSlots } from '../../lib/fair-slots.ts'
import type { Log } from '../../lib/log.ts'

export interface Captcha {
  /** @throws AppError `unavailable` if too many are being verified; the signal's reason */
  isSolved(response: string | null | undefined, signal?: AbortSignal): Promise<boolean>
}

export interface CaptchaOptions {
  host: string
  secret: string
  log: Log
}

const TIMEOUT_MS = 4_000
const ANSWER_MAX_BYTES = 64 * 1024
const NEVER = new AbortController().signal

/** Without a secret there is no captcha, and every answer counts as solved. */
export function createCaptcha({ host, secret, log }: CaptchaOptions): Captcha {
  if (secret === '') return { isSolved: async () => true }
  const url = new URL('/recaptcha/api/siteverify', host)
  const slots = new FairSlots(FAIR_SHARES.captchas)

  async function verify(response: string): Promise<boolean> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ secret, response }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (Number(answer.headers.get('content-length') ?? 0) > ANSWER_MAX_BYTES) return false
      const verdict: unknown = await answer.json()
      return typeof verdict === 'object' && verdict !== null && 'success' in verdict && verdict.success === true
    } catch (error) {
      log.warn({ err: error }, 'the captcha could not be verified')
      return false
    }
  }

  return {
    isSolved: async (response, signal = NEVER) => (response ? slots.run({ signal }, () => verify(response)) : false),
  }
}
