// Puts a stream of known length to S3: at once, or in parts where it is long.
import type { Readable } from 'node:stream'
import { abortMultipart, completeMultipart, createMultipart, putPart } from '../object-parts.ts'
import { type ObjectFacts, type ObjectName, putBody } from '../objects.ts'
import { ONE_PUT_MAX, partSizeFor, PREFERRED_PART } from '../part-limits.ts'
import type { S3Connections } from '../s3-clients.ts'
import { splitStream } from '../split-stream.ts'
import type { Part } from '../types.ts'

export async function putStream(
  clients: Pick<S3Connections, 'data' | 'puts'>,
  to: ObjectName,
  { body, size, ...facts }: ObjectFacts & { body: Readable; size: number },
): Promise<void> {
  const split = splitStream(body, size)
  if (size <= ONE_PUT_MAX) {
    const whole = await split.next(size, {})
    await split.sending((signal) => putBody(clients, to, { ...facts, body: whole, length: size, signal }))
    return
  }
  const { data } = clients
  const uploadId = await createMultipart(data, to, facts)
  try {
    const parts: Part[] = []
    const most = partSizeFor(size, PREFERRED_PART)
    for (let start = 0; start < size; start += most) {
      const length = Math.min(most, size - start)
      const part = await split.next(length, start + length === size ? {} : undefined)
      const number = parts.length + 1
      parts.push(
        await split.sending((signal) => putPart(clients, to, { uploadId, number, length, body: part, signal })),
      )
    }
    await completeMultipart(data, to, { uploadId, parts })
  } catch (error) {
    await abortMultipart(data, to, uploadId).catch(() => undefined)
    throw error
  }
}
