import { describe, expect, it } from '@jest/globals'
import { definedTokens, physicalSides, strayColours, strayPixels, unknownTokens } from './lib/style-faults.ts'

const pixelsOf = (css: string) => strayPixels(css).map(({ line, words }) => `${line} ${words.split(' ')[0]}`)

describe('fixed sizes outside of the tokens', () => {
  it('are found in each declaration, with their line', () => {
    expect(pixelsOf('.a {\n  width: 12px;\n  margin: -4px 0 .5px;\n}')).toEqual(['2 12px', '3 -4px', '3 .5px'])
    expect(pixelsOf('.a { --gap: 3px; font: 14px/24px var(--mono); width: calc(100% - 2*8px) }')).toEqual([
      '1 3px',
      '1 14px',
      '1 24px',
      '1 8px',
    ])
    expect(pixelsOf('.a {\n  grid-template:\n    60px\n    1fr;\n}')).toEqual(['3 60px'])
  })

  it('are found however they are written', () => {
    expect(pixelsOf('.a { width: 1PX; height: 1e1px; top: 0px; left: +2.5px }')).toEqual([
      '1 1PX',
      '1 1e1px',
      '1 0px',
      '1 +2.5px',
    ])
    expect(pixelsOf(String.raw`.a { width: 1\70 x; height: 1\000070\000078 }`)).toEqual(['1 1px', '1 1px'])
    expect(pixelsOf('.a { width: 9pt; height: 1pc; top: 40q; left: .1in; right: 1cm; bottom: 2mm }')).toHaveLength(6)
    expect(pixelsOf('@media print { .a { margin: 2px } }')).toEqual(['1 2px'])
  })

  it('are found behind a query, a comment and a string', () => {
    expect(pixelsOf('@media (width < 9px) { .a { width: 8px } }')).toEqual(['1 8px'])
    expect(pixelsOf('.a {\n  @container b (width > 9px) {\n    top: 1px;\n  }\n}')).toEqual(['3 1px'])
    expect(pixelsOf(`.a { content: "it's /* "; width: 1px; content: " */" }`)).toEqual(['1 1px'])
    expect(pixelsOf('/* don\'t */ .a { width: 1px } /* " */')).toEqual(['1 1px'])
    expect(pixelsOf('.a { background: url(it.png) 2px 3px }')).toEqual(['1 2px', '1 3px'])
  })

  it('are no numbers, other units, names, queries, comments, texts and addresses', () => {
    expect(pixelsOf('.a { margin: 0 1.5rem 50% 2em; color: #12px; width: var(--s-5px); order: 3 }')).toEqual([])
    expect(pixelsOf('@media (max-width: 736px) and\n  (min-height: 2px) { .w-9px { top: 0 } }')).toEqual([])
    expect(pixelsOf('/* 44 px, or 44px */ .a { content: "5px"; background: url("7px.svg"), url(8px.png) }')).toEqual([])
    expect(pixelsOf('@media print { .a { height: 1rem; & .b { height: 170mm } } }')).toEqual([])
  })
})

describe('names of tokens', () => {
  it('are unknown if no style sheet and no component defines them', () => {
    const known = new Set(definedTokens(`:root { --s-1: 4px; }\n--b:2px; const style = { '--part': 0.5 }`))
    expect([...known]).toEqual(['--s-1', '--b', '--part'])
    const faults = unknownTokens('.a {\n  top: var(--s-1, var(--s-11));\n  width: var( --part );\n}', (name) =>
      known.has(name),
    )
    expect(faults).toEqual([{ line: 2, words: '--s-11 is defined nowhere' }])
  })
})

describe('colours outside of the style sheets', () => {
  it('are found by code, function and name', () => {
    const css = '.a { color: #fff;\n background: rgb(0 0 0);\n border: 1rem solid red }'
    expect(strayColours(css).map(({ line }) => line)).toEqual([1, 2, 3])
  })

  it('are none if they come from a variable or the system', () => {
    expect(strayColours('.a { color: oklch(from var(--accent) l c h); fill: currentColor; /* #fff */ }')).toEqual([])
    expect(strayColours('class A { #add(): void {} } // red: #fff')).toEqual([])
  })
})

describe('sides that stay where they are on a mirrored page', () => {
  const sidesOf = (css: string) => physicalSides(css).map(({ line, words }) => `${line} ${/“(.*)”/.exec(words)?.[1]}`)

  it('are found by name', () => {
    expect(sidesOf('.a {\n  margin-left: 1rem;\n  text-align: right;\n}')).toEqual([
      '2 margin-left:',
      '3 text-align: right',
    ])
    expect(sidesOf('.a { left: 0; border-right-color: red; float: left }')).toHaveLength(3)
    expect(sidesOf('.a { border-top-left-radius: 0 } .b { background-position: right 0 top 0 }')).toHaveLength(2)
    expect(sidesOf('.a { background: linear-gradient(to right, #0000, #000a) }')).toHaveLength(1)
  })

  it('are found among four distances', () => {
    expect(sidesOf('.a { padding: 0 1rem 0 2rem; inset: 0 calc(1rem + var(--s-1)) 0 auto }')).toHaveLength(2)
    expect(sidesOf('.a { margin: 1rem 2rem 3rem 2rem; padding: 0 1rem; inset: 0 }')).toEqual([])
  })

  it('are none where start and end are named, and where they are right', () => {
    expect(sidesOf('.a { margin-inline-start: 1rem; text-align: start; inset-inline-end: 0 } /* left: 0 */')).toEqual(
      [],
    )
    expect(physicalSides('.a { left: 0 }', { 'left:': 'the pointer' })).toEqual([])
  })
})
