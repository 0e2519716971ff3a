import { describe, expect, it } from '@jest/globals'
import { slugger, targetOf } from './target.ts'

describe('links in a text', () => {
  it('lead to files relative to the folder of the text, and never above the root', () => {
    expect(targetOf('a%20b.png', '/x')).toEqual({ kind: 'file', path: '/x/a b.png', isDir: false })
    expect(targetOf('../y/#part', '/x')).toEqual({ kind: 'file', path: '/y', isDir: true })
    expect(targetOf('../../../etc', '/x')).toEqual({ kind: 'file', path: '/etc', isDir: false })
    expect(targetOf('/top.md?x=1', '/x/y')).toEqual({ kind: 'file', path: '/top.md', isDir: false })
    expect(targetOf('100%.txt', '/')).toEqual({ kind: 'file', path: '/100%.txt', isDir: false })
  })

  it('lead to other sites and mail addresses, but nowhere with other schemes', () => {
    expect(targetOf('https://example.org/a', '/')).toEqual({ kind: 'elsewhere', url: 'https://example.org/a' })
    expect(targetOf('//example.org', '/')).toEqual({ kind: 'elsewhere', url: 'https://example.org' })
    expect(targetOf('mailto:a@example.org', '/')).toEqual({ kind: 'elsewhere', url: 'mailto:a@example.org' })
    for (const href of ['javascript:alert(1)', ' JavaScript:x', 'data:text/html,x', 'file:///x', '', '?x'])
      expect(targetOf(href, '/')).toEqual({ kind: 'nowhere' })
  })

  it('lead to headings by their text', () => {
    expect(targetOf('#ma%C3%B1ana', '/')).toEqual({ kind: 'heading', slug: 'mañana' })
    const slug = slugger()
    expect(['Getting started!', 'Getting Started', 'C++ & Mañana'].map(slug)).toEqual([
      'getting-started',
      'getting-started-1',
      'c--mañana',
    ])
  })
})
