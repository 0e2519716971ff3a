import { childOf, segmentsOf } from './paths.ts'

export interface Crumb {
  name: string
  path: string
}

/** The most entries that a breadcrumb trail shows. Earlier ones are hidden behind "…". */
const MOST = 4

/** The breadcrumbs from the root to a folder. */
export function crumbsOf(folder: string, home: string): { hidden: Crumb[]; shown: Crumb[] } {
  const crumbs: Crumb[] = [{ name: home, path: '/' }]
  for (const name of segmentsOf(folder)) crumbs.push({ name, path: childOf(crumbs.at(-1)?.path ?? '/', name) })
  const cut = Math.max(0, crumbs.length - MOST)
  return { hidden: crumbs.slice(0, cut), shown: crumbs.slice(cut) }
}
