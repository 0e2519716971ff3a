// The parts of a book are foreign pages. What could run, send, or fetch from elsewhere is taken out before they get an
// address. Their frame's sandbox has no scripts, and a policy of their own forbids the rest as well, so this is for
// books that are read without a warning in the browser's console; it needs not know every trick.

/** All that a part of a book may use: what is in the book. */
const POLICY =
  "default-src 'none'; style-src blob: 'unsafe-inline'; img-src blob: data:; font-src blob:; media-src blob:"

/** Elements that run, frame, send, fetch ahead, or change what addresses mean. */
const TAKEN_OUT =
  'script, iframe, frame, frameset, object, embed, applet, portal, form, base, meta[http-equiv], animate, set, ' +
  'link:not([rel~="stylesheet" i])'
/** Attributes with an address that is fetched. Links are only followed when somebody clicks. */
const FETCHED = ['src', 'poster', 'background', 'data', 'href', 'xlink:href']
/** Attributes with several addresses, or that send something. */
const SENDING = ['srcset', 'imagesrcset', 'ping', 'srcdoc']
const FOLLOWED = new Set(['a', 'area'])
const MARKUP = ['application/xhtml+xml', 'text/html', 'image/svg+xml'] as const
const XHTML = 'http://www.w3.org/1999/xhtml'

const isMarkup = (type: string): type is (typeof MARKUP)[number] => (MARKUP as readonly string[]).includes(type)
const isInBook = (address: string): boolean => /^\s*(?:blob:|data:image\/|#)/i.test(address)

/** A part of a book, by its MIME type, without what it must not do. Pictures and fonts stay as they are. */
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
 * Markup whose handlers of events have other names. Browsers warn of a handler that the policy forbids as soon as the
 * markup is parsed, even for a document that is never shown.
 */
export const withoutHandlers = (markup: string): string =>
  markup.replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/(\s)(on\w+\s*=)/gi, '$1data-$2'))

/** A style sheet whose addresses all lie in the book. */
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
