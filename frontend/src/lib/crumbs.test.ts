import { describe, expect, it } from '@jest/globals'
import { crumbsOf } from './crumbs.ts'

describe('breadcrumbs', () => {
  it('show the way from home', () => {
    expect(crumbsOf('/', 'Home')).toEqual({ hidden: [], shown: [{ name: 'Home', path: '/' }] })
    expect(crumbsOf('/a/b', 'Home').shown.map(({ path }) => path)).toEqual(['/', '/a', '/a/b'])
  })

  it('keep the last four entries', () => {
    const { hidden, shown } = crumbsOf('/a/b/c/d', 'Home')
    expect(shown.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
    expect(hidden).toEqual([{ name: 'Home', path: '/' }])
  })
})
