// After a Jest run: ends what its setup started, in reverse order.

const started: (() => Promise<void>)[] = []

/** Remembers how to end something. */
export function keepForTeardown(stop: () => Promise<void>): void {
  started.unshift(stop)
}

/** Called by Jest once per run. */
export default async function tearDown(): Promise<void> {
  for (const stop of started.splice(0)) await stop()
}
