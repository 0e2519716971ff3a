import { describe, expect, it } from '@jest/globals'
import { resolvePath } from './resolve-path.ts'

describe('where a text leads from a folder', () => {
  it.each([
    ['/a/b', '', '/a/b'],
    ['/a/b', 'c/', '/a/b/c'],
    ['/a/b', '../c', '/a/c'],
    ['/a', '../../..', '/'],
    ['/a', '/x//y/', '/x/y'],
    ['/a', '~', '/'],
    ['/a', '~/x', '/x'],
    ['/', '~x', '/~x'],
    ['/', './x', '/x'],
  ])('from %s by %j to %s', (folder, text, path) => expect(resolvePath(folder, text)).toBe(path))
})
