// The viewer for each kind of file, for owners and guests. A viewer is fetched when it is first needed.
import type { ComponentType } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import { type Fetched, fetched } from '../../components/fetched.tsx'
import { withTexts } from '../../i18n/index.ts'
import { PartFailure } from '../errors/PartFailure.tsx'
import type { ViewerProps } from './viewer.ts'

const viewer = (load: () => Promise<ComponentType<ViewerProps>>, isPrefetched = false): Fetched<ViewerProps> =>
  fetched({ load: withTexts(load), isPrefetched, renderFailure: (_, missing) => <PartFailure {...missing} /> })

/** `card` if the browser cannot show the file. */
export const VIEWERS = {
  image: viewer(async () => (await import('./Picture.tsx')).PictureViewer, true),
  media: viewer(async () => (await import('./player/Player.tsx')).MediaViewer, true),
  pdf: viewer(async () => (await import('./PaperViewer.tsx')).PaperViewer),
  markdown: viewer(async () => (await import('./MarkdownViewer.tsx')).MarkdownViewer),
  book: viewer(async () => (await import('./BookViewer.tsx')).BookViewer),
  model: viewer(async () => (await import('./ModelViewer.tsx')).ModelViewer),
  font: viewer(async () => (await import('./FontViewer.tsx')).FontViewer),
  table: viewer(async () => (await import('./TableViewer.tsx')).TableViewer),
  text: viewer(async () => (await import('./TextViewer.tsx')).TextViewer),
  card: viewer(async () => (await import('./CardViewer.tsx')).CardViewer),
} as const satisfies Record<string, Fetched<ViewerProps>>

export type ViewerName = keyof typeof VIEWERS

/** By the extension in lower case, if it is more specific than the server's type. */
const BY_ENDING: Readonly<Record<string, ViewerName>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.csv': 'table',
  '.tsv': 'table',
  '.epub': 'book',
  '.glb': 'model',
  '.gltf': 'model',
  '.stl': 'model',
  '.obj': 'model',
  '.ttf': 'font',
  '.otf': 'font',
  '.woff': 'font',
  '.woff2': 'font',
}

const BY_TYPE: Readonly<Partial<Record<Item['type'], ViewerName>>> = {
  image: 'image',
  audio: 'media',
  video: 'media',
  pdf: 'pdf',
  text: 'text',
  textImmutable: 'text',
}

/** The viewer for a file. */
export const viewerOf = ({ extension, type }: Pick<Item, 'extension' | 'type'>): ViewerName =>
  BY_ENDING[extension.toLowerCase()] ?? BY_TYPE[type] ?? 'card'
