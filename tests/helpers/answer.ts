// The answer to a test's request.
import type { IncomingMessage } from 'node:http'

/** An answer that was read completely. */
export class Answer {
  readonly request: string
  readonly status: number
  /** Names in lower case; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer

  constructor(request: string, { statusCode, headers }: IncomingMessage, body: Buffer) {
    this.request = request
    this.status = statusCode ?? 0
    this.headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))
    this.body = body
  }

  get text(): string {
    return this.body.toString('utf8')
  }

  /** The body as JSON; the test states the expected type. */
  json<T>(): T {
    return JSON.parse(this.text) as T
  }

  /**
   * Returns the answer if it has one of these statuses.
   * @throws Error that shows the actual answer
   */
  expect(...statuses: number[]): this {
    if (statuses.includes(this.status)) return this
    throw new Error(
      `${this.request}: answered ${this.status}, not ${statuses.join(' or ')}: ${this.text.slice(0, 200).trim()}`,
    )
  }
}
