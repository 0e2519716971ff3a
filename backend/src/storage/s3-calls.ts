// What a request to S3 asks for, as metrics name it: a few words, whatever the keys are.
import type { HttpRequest } from '@smithy/core/protocols'

type Asked = Pick<HttpRequest, 'method' | 'path' | 'query' | 'headers'>

/** Parts of the query that say what is asked for (S3 API). */
const SUBJECTS = ['versioning', 'lifecycle', 'tagging', 'notification', 'policy', 'object-lock'] as const

/** Such as `get`, `put`, `copy`, `put part`, `list versions`. */
export function callOf({ method, path, query, headers }: Asked): string {
  const has = (name: string) => query !== undefined && name in query
  const subject = SUBJECTS.find(has)
  if (subject) return `${method.toLowerCase()} ${subject}`
  const isCopy = 'x-amz-copy-source' in headers
  if (has('partNumber')) return isCopy ? 'copy part' : 'put part'
  if (has('uploads')) return method === 'POST' ? 'begin parts' : 'list uploads'
  if (has('uploadId')) return { POST: 'complete parts', DELETE: 'abort parts' }[method] ?? 'list parts'
  if (has('delete')) return 'delete many'
  if (has('versions')) return 'list versions'
  if (has('list-type')) return 'list'
  const ofBucket = !/^\/[^/]+\/./.test(path)
  if (ofBucket) return path === '/' ? 'list buckets' : `${verbOf(method)} bucket`
  return isCopy ? 'copy' : verbOf(method)
}

const VERBS = new Set(['GET', 'HEAD', 'PUT', 'POST', 'DELETE'])
const verbOf = (method: string): string => (VERBS.has(method) ? method.toLowerCase() : 'other')
