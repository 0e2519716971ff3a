// The parts of a component as ical.js parses them: jCal (RFC 7265).

export type Property = readonly [
  name: string,
  params: Readonly<Record<string, unknown>>,
  type: string,
  ...values: unknown[],
]
export type Component = readonly [name: string, properties: readonly Property[], components: readonly Component[]]

export const propertiesOf = ([, properties]: Component, name: string): Property[] =>
  properties.filter(([one]) => one === name)

export const propertyOf = ([, properties]: Component, name: string): Property | undefined =>
  properties.find(([one]) => one === name)

export const componentsOf = ([, , components]: Component, name: string): Component[] =>
  components.filter(([one]) => one === name)

/** A parameter with one value; empty if there is none. */
export function paramOf([, params]: Property, name: string): string {
  const value = params[name]
  return typeof value === 'string' ? value : ''
}

/** The text of a property, without what no text of Nido has; empty if there is none. */
export function propertyText(component: Component, name: string): string {
  const property = propertyOf(component, name)
  const value = property?.[3]
  if (typeof value !== 'string') return ''
  return cleanText(property?.[2] === UNKNOWN ? unescapeText(value) : value)
}

/** The type of what the standard does not name, such as `X-WR-CALNAME`. ical.js leaves its value as it is written. */
const UNKNOWN = 'unknown'

/** RFC 5545 section 3.3.11. */
const unescapeText = (text: string): string =>
  text.replace(/\\([\\;,nN])/g, (_, char: string) => (char.toLowerCase() === 'n' ? '\n' : char))

/** A property with a text that the standard does not name. */
export const unknownText = (name: string, text: string): Property => [
  name,
  {},
  UNKNOWN,
  cleanText(text)
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n'),
]

// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Lines end in \n, and there are no other control characters. */
export const cleanText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(CONTROLS, '').toWellFormed().trim()
