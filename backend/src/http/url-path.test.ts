import { describe, expect, it } from '@jest/globals'
import type { Context } from 'koa'
import { queryOf, splitFirst, urlPathOf } from './url-path.ts'

const asked = (url: string) => ({ req: { url } }) as Pick<Context, 'req'>

describe('the path of a call', () => {
  it('is decoded once and cleaned', () => {
    expect(urlPathOf(asked('/api/resources/a%20b//c/./%C3%BC.txt?x=1'), '/api/resources')).toEqual({
      path: '/a b/c/ü.txt',
      isFolder: false,
    })
    expect(urlPathOf(asked('/api/resources/a%252Fb'), '/api/resources').path).toBe('/a%2Fb')
  })
  it('E3: is cut behind its first word, at a slash as it is or encoded', () => {
    const split = (path: string) => splitFirst(asked(`/api/x/${path}?a=/`), '/api/x/')
    expect(split('abc')).toEqual({ first: 'abc', rest: '' })
    for (const slash of ['/', '%2F', '%2f']) {
      expect(split(`abc${slash}b%20%231.txt`)).toEqual({ first: 'abc', rest: `${slash}b%20%231.txt` })
      expect(split(`abc${slash}..%2Fb/`)).toEqual({ first: 'abc', rest: `${slash}..%2Fb/` })
    }
    expect(split('abc%252Fb')).toEqual({ first: 'abc%252Fb', rest: '' })
  })

  it('tells a closing slash', () => {
    expect(urlPathOf(asked('/api/resources/d/'), '/api/resources')).toEqual({ path: '/d', isFolder: true })
    expect(urlPathOf(asked('/api/resources'), '/api/resources')).toEqual({ path: '/', isFolder: true })
    const pathOf = (encoded: string) => urlPathOf(asked(`/api/resources${encoded}`), '/api/resources')
    expect([pathOf('/d%2F'), pathOf('/d%2f')]).toEqual([
      { path: '/d', isFolder: true },
      { path: '/d', isFolder: true },
    ])
    expect(pathOf('/d%252F')).toEqual({ path: '/d%2F', isFolder: false })
  })
  it('never leaves the root', () =>
    expect(() => urlPathOf(asked('/api/raw/..%2fx'), '/api/raw')).toThrow('out of the root'))
  it.each(['/api/raw/%', '/api/raw/%zz', '/api/raw/%ff', '/api/raw/%ED%A0%80.txt'])('refuses %s', (url) =>
    expect(() => urlPathOf(asked(url), '/api/raw')).toThrow('not percent-encoded'),
  )
})

describe('the query of a call', () => {
  it('is decoded, a plus being a space', () =>
    expect(queryOf(asked('/x?a=b+c%2Bd&e&f=%3D='))).toEqual({ a: 'b c+d', e: '', f: '==' }))
  it('takes the first of repeated values', () => expect(queryOf(asked('/x?a=1&a=2')).a).toBe('1'))
  it('has no name that nobody sent', () => expect(queryOf(asked('/x?a=1')).constructor).toBeUndefined())
  it('refuses broken UTF-8', () => expect(() => queryOf(asked('/x?a=%ff'))).toThrow('not percent-encoded'))
})
