// Declarations for the left or the right in every language, by style sheet, and why.

const EDGES = ['top', 'right', 'bottom', 'left']
const ARROW = 'two sides of a square that is turned; the rotation is mirrored'

export const SIDES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'book.css': {
    'left:': 'pages turn as the book runs, whatever the language of the page',
    'right:': 'pages turn as the book runs, whatever the language of the page',
  },
  'breadcrumb.css': {
    'border-width: var(--border-control) var(--border-control) 0 0': ARROW,
    'border-width: var(--border-strong) 0 0 var(--border-strong)': ARROW,
  },
  'checkbox.css': {
    'border-width: 0 0 var(--border-strong) var(--border-strong)': 'a tick is the same everywhere',
  },
  'emulator.css': {
    [`padding: ${EDGES.map((edge) => `env(safe-area-inset-${edge})`).join(' ')}`]: 'the edges of the device',
  },
  'input.css': {
    'background: var(--surface) no-repeat right': 'mirrored in the next rule: backgrounds know no start and end',
    'background-position-x: left': 'is the mirrored one',
  },
  'link-form.css': {
    'border-width: 0 var(--border-control) var(--border-control) 0': 'an arrow that points up or down',
  },
  'listing.css': { 'left:': 'moved by the pointer, whose place counts from the left' },
  'player-track.css': { 'left:': 'players run from left to right everywhere' },
  'row.css': { 'text-align: right': 'numbers that run from left to right, on a mirrored page' },
}
