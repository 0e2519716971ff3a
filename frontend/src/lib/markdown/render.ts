// Renders Markdown as elements of the page. The text is not trusted: nothing in it runs, and only pictures of the same
// tree are fetched.
import DOMPurify from 'dompurify'
import MarkdownIt from 'markdown-it'
import { slugger, type Target, targetOf } from './target.ts'

export interface MarkdownOptions {
  /** The folder of the file. */
  folder: string
  /** The address of a picture in the same tree; null if there is none. */
  pictureUrl(path: string): string | null
  /** The address of the page for a file or folder in the same tree; null if there is none. */
  pageUrl(path: string, isDir: boolean): string | null
  words: {
    /** The text in place of a picture of another site, which is not fetched. */
    externalPicture(name: string): string
    done: string
    open: string
  }
}

/** Precedes the ids of headings, so that they cannot clash with ids of the page. */
export const HEADING_PREFIX = 'heading-'

const markdown = new MarkdownIt({ html: true, linkify: true })

/** What a text may contain. No `style`, which could fetch something, and nothing that sends data or embeds a page. */
const ALLOWED = {
  ALLOWED_TAGS: (
    'a abbr b blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s ' +
    'samp small span strong sub summary sup table tbody td tfoot th thead tr ul var'
  ).split(' '),
  ALLOWED_ATTR: 'align alt class colspan height href open rowspan src start title width'.split(' '),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // `targetOf` decides about other schemes.
  ALLOW_UNKNOWN_PROTOCOLS: false,
}

/** The rendered elements. */
export function renderMarkdown(text: string, options: MarkdownOptions): DocumentFragment {
  const clean = DOMPurify.sanitize(markdown.render(text), ALLOWED)
  // A separate document, in which nothing is fetched before its address is checked.
  const { body } = new DOMParser().parseFromString(clean, 'text/html')
  for (const element of body.querySelectorAll('[class]')) keepLanguage(element)
  for (const picture of body.querySelectorAll('img')) settlePicture(picture, options)
  for (const link of body.querySelectorAll('a'))
    settleLink(link, targetOf(link.getAttribute('href') ?? '', options.folder), options)
  nameHeadings(body)
  makeTasks(body, options.words)
  for (const wide of body.querySelectorAll('pre, table')) wide.setAttribute('tabindex', '0')
  const fragment = document.createDocumentFragment()
  fragment.append(...body.childNodes)
  return fragment
}

/** Only the languages of code are needed. Other classes would get the page's own styles. */
function keepLanguage(element: Element): void {
  const language = [...element.classList].find((name) => name.startsWith('language-'))
  if (language === undefined) element.removeAttribute('class')
  else element.setAttribute('class', language)
}

function settlePicture(picture: HTMLImageElement, { folder, pictureUrl, pageUrl, words }: MarkdownOptions): void {
  const source = picture.getAttribute('src') ?? ''
  // Screen readers skip a picture with an empty description. Without one they may read its address.
  if (!picture.hasAttribute('alt')) picture.alt = ''
  if (/^data:image\//i.test(source)) return
  const target = targetOf(source, folder)
  picture.removeAttribute('src')
  if (target.kind === 'elsewhere') {
    const link = picture.ownerDocument.createElement('a')
    link.href = target.url
    link.textContent = words.externalPicture(picture.alt || new URL(target.url).hostname)
    picture.replaceWith(link)
    settleLink(link, target, { pageUrl })
    return
  }
  const url = target.kind === 'file' ? pictureUrl(target.path) : null
  if (url === null) picture.replaceWith(picture.alt)
  else picture.src = url
  picture.loading = 'lazy'
}

function settleLink(link: HTMLAnchorElement, target: Target, { pageUrl }: Pick<MarkdownOptions, 'pageUrl'>): void {
  const url = target.kind === 'file' ? pageUrl(target.path, target.isDir) : null
  link.removeAttribute('href')
  if (target.kind === 'heading') link.setAttribute('href', `#${HEADING_PREFIX}${target.slug}`)
  else if (url !== null) link.setAttribute('href', url)
  else if (target.kind === 'elsewhere') {
    link.setAttribute('href', target.url)
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
}

function nameHeadings(body: HTMLElement): void {
  const slug = slugger()
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6'))
    heading.id = `${HEADING_PREFIX}${slug(heading.textContent)}`
}

const TASK = /^\s*\[([ x])\]\s/i

/** Turns `[x]` at the beginning of a list item into a check box. */
function makeTasks(body: HTMLElement, { done, open }: MarkdownOptions['words']): void {
  for (const entry of body.querySelectorAll('li')) {
    const first = entry.firstElementChild?.matches('p') === true ? entry.firstElementChild.firstChild : entry.firstChild
    const mark = first?.nodeType === Node.TEXT_NODE ? TASK.exec(first.textContent ?? '') : null
    if (first === null || first === undefined || mark === null) continue
    first.textContent = (first.textContent ?? '').slice(mark[0].length)
    const box = body.ownerDocument.createElement('input')
    box.type = 'checkbox'
    box.disabled = true
    box.toggleAttribute('checked', mark[1] !== ' ')
    box.setAttribute('aria-label', mark[1] === ' ' ? open : done)
    entry.classList.add('task')
    first.parentNode?.insertBefore(box, first)
  }
}
