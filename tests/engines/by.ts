// What a person sees in the page, as XPath, which every driver of a browser understands.

/** An XPath of elements; the first one that can be seen is meant. */
export type Seen = string

/** Whether an element has this name. `Account of *` stands for all names that begin so. */
function isNamed(name: string): string {
  if (name.endsWith('*')) {
    const begin = JSON.stringify(name.slice(0, -1))
    return `starts-with(normalize-space(), ${begin}) or starts-with(@aria-label, ${begin})`
  }
  const whole = JSON.stringify(name)
  return `normalize-space()=${whole} or @aria-label=${whole}`
}

export const button = (name: string): Seen => `//button[${isNamed(name)}]`

/** An entry of a menu, which may name a key beside. */
export const menuItem = (name: string): Seen => `//*[@role="menuitem"][${isNamed(name)} or *[${isNamed(name)}]]`

export const link = (name: string): Seen => `//a[${isNamed(name)}]`
export const heading = (name: string): Seen => `//*[self::h1 or self::h2 or self::h3][${isNamed(name)}]`

/** A field by its label. */
export const field = (label: string): Seen =>
  `//*[self::input or self::textarea][@aria-label="${label}" or @id=//label[normalize-space()="${label}"]/@for]`

/** A row of a list, which is named by its file and what else is known of it. */
export const row = (name: string): Seen => `//*[@role="row"][starts-with(@aria-label, "${name},")]`

/** Words anywhere in the page. */
export const words = (said: string): Seen => `//*[text()[contains(., ${JSON.stringify(said)})]]`

/** Something inside of something else. */
export const inside = (outer: Seen, inner: Seen): Seen => `${outer}${inner}`

export const DIALOG: Seen = '//*[@role="dialog" or @role="alertdialog" or self::dialog]'
export const TEXT: Seen = '//*[contains(@class, "cm-content")]'
/** The list of files, once it is there. */
export const LISTED: Seen = '//main[@aria-busy="false"]'
