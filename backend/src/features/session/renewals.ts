// Which tokens of a session are still good: after a renewal those issued before it go on for five minutes, so that
// requests under way, and other tabs, are not cut off (api-contract 1.1).

const GRACE_SECONDS = 300

/**
 * Whether a renewal that came after a token was issued is five minutes ago. `issuedAt` and `renewals` in whole seconds,
 * `nowMs` in milliseconds.
 */
export function isSuperseded(issuedAt: number, renewals: readonly number[], nowMs: number): boolean {
  return renewals.some((renewal) => renewal > issuedAt && renewal + GRACE_SECONDS <= nowMs / 1000)
}

/**
 * The renewals to remember after one more: those whose grace still runs, and the last before, which decides about all
 * older tokens.
 */
export function withRenewal(renewals: readonly number[], at: number): number[] {
  const running = renewals.filter((renewal) => renewal + GRACE_SECONDS > at && renewal !== at)
  const past = renewals.filter((renewal) => renewal + GRACE_SECONDS <= at)
  return [...(past.length === 0 ? [] : [Math.max(...past)]), ...running, at]
}
