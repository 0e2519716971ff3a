// Removes everything from a book that could run scripts, or send or fetch data. This is not the only protection: the
// frames are sandboxed without scripts, and each part gets a content security policy. Cleaning avoids that the browser
// reports violations of these for ordinary books.

/** A part of a book may only load files from the book. */
const POLICY =
  "default-src 'none'; style-src blob: 'unsafe-inline'; img-src blob: data:; font-src blob:; media-src blob:"

/** Elements that run, embed, send or prefetch something, or change base addresses. */
const TAKEN_OUT =
  'script, iframe, frame, frameset, object, embed, applet, portal, form, base, meta[http-equiv], animate, set, ' +
  'link:not([rel~="stylesheet" i])'
/** Attributes with an address that is fetched. Links are kept, because they are only followed on a click. */
const FETCHED = ['src', 'poster', 'background', 'data', 'href', 'xlink:href']
/** Attributes that are always removed: several addresses, or sending. */
const SENDING = ['srcset', 'imagesrcset', 'ping', 'srcdoc']
const FOLLOWED = new Set(['a', 'area'])
const MARKUP = ['application/xhtml+xml', 'text/html', 'image/svg+xml'] as const
const XHTML = 'http://www.w3.org/1999/xhtml'

const isMarkup = (type: string): type is (typeof MARKUP)[number] => (MARKUP as readonly string[]).includes(type)
const isInBook = (address: string): boolean => /^\s*(?:blob:|data:image\/|#)/i.test(address)

/** Cleans a part of a book by its MIME type. Pictures and fonts stay unchanged. */
export function cleanSection(data: string, type: string): string {
  if (type === 'text/css') return cleanStyle(data)
  if (!isMarkup(type)) return data
  const page = new DOMParser().parseFromString(data, type)
  for (const node of Array.from(page.childNodes)) if (node.nodeType === Node.PROCESSING_INSTRUCTION_NODE) node.remove()
  for (const element of page.querySelectorAll(TAKEN_OUT)) element.remove()
  for (const element of page.querySelectorAll('*')) cleanElement(element)
  page.querySelector('head')?.prepend(policyIn(page))
  return new XMLSerializer().serializeToString(page)
}

/**
 * Renames event handlers in markup. Browsers report a handler as a violation of the policy as soon as the markup is
 * parsed, even if the document is never shown.
 */
export const withoutHandlers = (markup: string): string =>
  markup.replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/(\s)(on\w+\s*=)/gi, '$1data-$2'))

/** Removes addresses outside the book from a style sheet. */
export const cleanStyle = (css: string): string =>
  css
    .replaceAll(/url\(\s*(["']?)([^"')]*)\1\s*\)/gi, (whole, _, address: string) =>
      isInBook(address) ? whole : 'none',
    )
    .replaceAll(/@import\s*(["'])(.*?)\1/gi, (whole, _, address: string) =>
      isInBook(address) ? whole : '@import none',
    )

function cleanElement(element: Element): void {
  const isLink = FOLLOWED.has(element.localName)
  for (const { name, value } of Array.from(element.attributes)) {
    const isFetched = FETCHED.includes(name) && !isInBook(value) && !(isLink && !/^\s*(?:java|vb)script:/i.test(value))
    if (isFetched || SENDING.includes(name) || /^on/i.test(name)) element.removeAttribute(name)
    else if (name === 'style') element.setAttribute(name, cleanStyle(value))
  }
  if (element.localName === 'style') element.textContent = cleanStyle(element.textContent)
}

function policyIn(page: Document): Element {
  const policy = page.createElementNS(XHTML, 'meta')
  policy.setAttribute('http-equiv', 'Content-Security-Policy')
  policy.setAttribute('content', POLICY)
  return policy
}
