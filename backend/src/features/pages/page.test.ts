import { describe, expect, it } from '@jest/globals'
import type { PublicSettings } from '../../../contract/settings.ts'
import { fill } from './page.ts'

const html =
  '<!doctype html><html><head><script src="__BASE__/static/a.js" nonce="__NONCE__"></script></head>' +
  '<body><noscript>This page needs JavaScript.</noscript></body></html>'
const told = (Name: string) => ({ Name, BaseURL: '/cloud' }) as PublicSettings

describe('filling in the page', () => {
  it('puts the base, the nonce and the settings in, the settings first', () => {
    const filled = fill(html, { base: '/cloud', nonce: 'n0', told: told('Home'), language: 'en' })
    expect(filled).toContain('<script src="/cloud/static/a.js" nonce="n0">')
    expect(filled.indexOf('window.Nido')).toBeLessThan(filled.indexOf('static/a.js'))
    expect(filled).toContain('window.Nido = {"Name":"Home","BaseURL":"/cloud"}')
  })

  it('says that it needs scripts in the language of the browser', () => {
    const filled = fill(html, { base: '', nonce: 'n0', told: told('Home'), language: 'pt-br' })
    expect(filled).toContain('<noscript lang="pt-BR" dir="auto">Esta página precisa do JavaScript.</noscript>')
  })

  it("has the household's picture on a phone's home screen, and Nido's in place of a drawing", () => {
    const head = html.replace('</head>', '<link rel="apple-touch-icon" href="__BASE__/static/app/a.png" /></head>')
    const facts = {
      base: '/cloud',
      nonce: 'n0',
      told: { ...told('Home'), IconURL: '/cloud/static/img/icon?v="1' },
      language: 'en' as const,
    }
    const icon = (hasPicture: boolean) =>
      /<link rel="apple-touch-icon" href="([^"]*)"/.exec(fill(head, { ...facts, hasPicture }))?.[1]
    expect([icon(true), icon(false)]).toEqual(['/cloud/static/img/icon?v=&#34;1', '/cloud/static/app/a.png'])
  })

  it.each(['</script><script>alert(1)</script>', '<!--<script>', '\u2028alert(1)\u2029', '__BASE__ __NONCE__ $& $1'])(
    'lets no text end the script or be filled itself: %s',
    (name) => {
      const filled = fill(html, { base: '/cloud', nonce: 'n0', told: told(name), language: 'en' })
      const script = /window\.Nido = (.*?)<\/script>/s.exec(filled)?.[1] ?? ''
      expect(script).not.toMatch(/[<\u2028\u2029]/)
      expect((JSON.parse(script) as { Name: string }).Name).toBe(name)
    },
  )
})
