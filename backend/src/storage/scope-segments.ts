// What the first folder of a scope makes of the name of a bucket.
import { hash } from 'node:crypto'
import { createLru } from '../lib/lru.ts'

const HOUSE_BUCKETS = new Set(['home', 'shared', 'system'])
const LEGAL_BUCKET = /^[a-z0-9](?:[a-z0-9-]|\.(?![.-]))*[a-z0-9]$|^[a-z0-9]$/
const LOOKS_HASHED = /-[0-9a-f]{10}$/

/** Each request of a person asks for theirs. */
const known = createLru<string, string>(1_000)

/**
 * The part of a bucket's name that tells a scope from others, `longest` characters at most. What is no legal name, or
 * one of the house's own, gets a readable form and a hash.
 */
export function scopeSegment(segment: string, longest: number): string {
  const name = `${longest} ${segment}`
  const before = known.get(name)
  if (before !== undefined) return before
  const made = makeScopeSegment(segment, longest)
  known.set(name, made)
  return made
}

function makeScopeSegment(segment: string, longest: number): string {
  // A name that looks hashed is hashed itself, so that nobody picks another one's.
  if (
    LEGAL_BUCKET.test(segment) &&
    segment.length >= 1 &&
    segment.length <= longest &&
    !HOUSE_BUCKETS.has(segment) &&
    !LOOKS_HASHED.test(segment)
  )
    return segment
  const readable = segment
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, longest - 11)
    .replace(/-+$/, '')
  const mark = hash('sha256', segment, 'hex').slice(0, 10)
  return `${readable || 'scope'}-${mark}`
}
