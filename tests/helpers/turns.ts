// Whether long work lets others have their turn.

/** How many turns others have during some work. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const count = setInterval(() => {
    turns += 1
  })
  await work()
  clearInterval(count)
  return turns
}
