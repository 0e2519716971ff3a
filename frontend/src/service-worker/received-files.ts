// What another app has shared, as files: its own, or one that is made of its text or link.

/** Signs that file systems do not take, or that mean something to some. */
const FORBIDDEN = /[/\\:*?"<>|\p{Cc}]/gu
/** Letters of a name that is made of a title. */
const TITLE_MAX = 80

export const plainName = (name: string): string => name.replaceAll(FORBIDDEN, '_')

/** The files of a form, or else a file that is made of its text or link; none if it has nothing. */
export function filesIn(form: FormData): File[] {
  const files = form.getAll('files').filter((part): part is File => part instanceof File && part.size > 0)
  if (files.length > 0) return files
  const [title = '', text = '', url = ''] = ['title', 'text', 'url'].map((name) => String(form.get(name) ?? '').trim())
  // Android sends links as texts.
  const link = [url, text].find((words) => URL.canParse(words) && /^https?:/i.test(words))
  const all = [text, url].filter(Boolean).join('\n')
  const name = nameOf(title || (link === undefined ? all.split('\n')[0] : new URL(link).hostname) || '')
  if (link !== undefined) return [new File([`[InternetShortcut]\r\nURL=${link}\r\n`], `${name}.url`)]
  return all === '' ? [] : [new File([`${all}\n`], `${name}.txt`)]
}

const nameOf = (title: string): string =>
  title
    .replaceAll(FORBIDDEN, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, TITLE_MAX)
    .replace(/^[. ]+|[. ]+$/g, '') || 'Nido'
