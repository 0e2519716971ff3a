// Files that have links in them. Without schemas, so that the page can import it.

/** Bytes of such a file. */
export const LINK_FILE_MAX_BYTES = 256 * 1024

/** Whether a file has links in it, by its name: an internet shortcut, or a list in a text. */
export const isLinkFileName = (name: string): boolean => /\.(?:url|txt)$/i.test(name)

/** The words of such a file that may be links: of a shortcut only its address. */
export function linkTextOf(name: string, text: string): string {
  if (!/\.url$/i.test(name)) return text
  return /^URL=(.*)$/im.exec(text)?.[1]?.trim() ?? ''
}
