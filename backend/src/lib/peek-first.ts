/**
 * The same iterable with its first piece already read, so that an immediate failure happens before an answer begins.
 * @throws the error of the first piece
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
    // Also if nobody has started to read it.
    return: async () => {
      await pieces.return?.()
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}
