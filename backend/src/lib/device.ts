// Describes a device by its User-Agent.
import bowser from 'bowser'
import type { Device } from '../../contract/session.ts'

const KINDS: Readonly<Record<string, Device['kind']>> = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet' }

/** Browser, system and kind by a User-Agent header (RFC 9110 section 10.1.5); empty if unknown. */
export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { browser: '', system: '', kind: 'other' }
  const { browser, os, platform } = bowser.parse(userAgent)
  return {
    browser: browser.name || productOf(userAgent),
    system: os.name ?? '',
    kind: KINDS[platform.type ?? ''] ?? 'other',
  }
}

/** Programs that are not known browsers name themselves first, such as `rclone/v1.70`. */
const productOf = (userAgent: string): string =>
  /^(?!Mozilla\/)([A-Za-z][\w.-]{0,39})(?:[/ ]|$)/.exec(userAgent)?.[1] ?? ''
