// Which tokens of a session are valid. After a renewal, earlier tokens stay valid for five minutes, so that requests in
// progress and other tabs are not cut off.

const GRACE_SECONDS = 300

/**
 * Whether a renewal after a token was issued is more than five minutes ago. `issuedAt` and `renewals` in seconds,
 * `nowMs` in milliseconds.
 */
export function isSuperseded(issuedAt: number, renewals: readonly number[], nowMs: number): boolean {
  return renewals.some((renewal) => renewal > issuedAt && renewal + GRACE_SECONDS <= nowMs / 1000)
}

/**
 * The renewals to store after another one: those within five minutes, and the last one before, which decides about all
 * older tokens.
 */
export function withRenewal(renewals: readonly number[], at: number): number[] {
  const running = renewals.filter((renewal) => renewal + GRACE_SECONDS > at && renewal !== at)
  const past = renewals.filter((renewal) => renewal + GRACE_SECONDS <= at)
  return [...(past.length === 0 ? [] : [Math.max(...past)]), ...running, at]
}
