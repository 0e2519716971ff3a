// One request and its answer. The client may hang up before it is answered.
import type { Client, RequestOptions } from '../helpers/client.ts'

export interface Reply {
  /** 0 if there was no answer. */
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
  json(): unknown
}

const replyOf = (status: number, headers: Reply['headers'], body: Buffer): Reply => ({
  status,
  headers,
  body,
  json: () => JSON.parse(body.toString()) as unknown,
})

/** Never throws: without an answer the client knows nothing. */
export async function ask(client: Client, method: string, path: string, options: RequestOptions): Promise<Reply> {
  try {
    const response = await client.open(method, path, options)
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    return replyOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))
  } catch {
    return replyOf(0, {}, Buffer.alloc(0))
  }
}
