// The names of those who have jobs, each asked for once.

/** Tells the name of an owner of some jobs; '' for one who no longer exists. */
export async function ownerNames(
  jobs: readonly { owner: number }[],
  usernameOf: (userId: number) => Promise<string>,
): Promise<(owner: number) => string> {
  const owners = [...new Set(jobs.map(({ owner }) => owner))]
  const names = new Map(await Promise.all(owners.map(async (owner) => [owner, await usernameOf(owner)] as const)))
  return (owner) => names.get(owner) ?? ''
}
