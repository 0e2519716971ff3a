/** Where a text leads from a folder, as the shell has it: `~` is the root, above the root lies the root. */
export function resolvePath(folder: string, text: string): string {
  const from = text === '~' || text.startsWith('~/') ? text.slice(1) : text.startsWith('/') ? text : `${folder}/${text}`
  const kept: string[] = []
  for (const segment of from.split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  return `/${kept.join('/')}`
}
