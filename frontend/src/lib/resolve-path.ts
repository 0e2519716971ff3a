/** Resolves a path from a folder, as the shell does: `~` is the root, and the root's parent is the root. */
export function resolvePath(folder: string, text: string): string {
  const from = text === '~' || text.startsWith('~/') ? text.slice(1) : text.startsWith('/') ? text : `${folder}/${text}`
  const kept: string[] = []
  for (const segment of from.split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  return `/${kept.join('/')}`
}
