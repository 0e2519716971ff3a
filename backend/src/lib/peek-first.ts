/**
 * The same, with its first piece at hand: what fails at once fails before an answer is begun, and can be told.
 * @throws what the first piece fails with
 */
export async function peekFirst<T>(source: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const pieces = source[Symbol.asyncIterator]()
  let first: IteratorResult<T> | null = await pieces.next()
  const iterator: AsyncIterator<T> = {
    next: async () => {
      const next = first ?? (await pieces.next())
      first = null
      return next
    },
    // Also of what nobody has begun to read.
    return: async () => {
      await pieces.return?.()
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}
