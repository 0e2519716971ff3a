import type { Item } from '../../../backend/contract/resources.ts'

/** The kinds of items in the order of groups. Each has a colour and an icon. */
export const KINDS = [
  'folder',
  'image',
  'video',
  'audio',
  'pdf',
  'text',
  'sheet',
  'code',
  'archive',
  'game',
  'file',
] as const
export type Kind = (typeof KINDS)[number]

const BY_ENDING: Record<string, Kind> = Object.fromEntries([
  ...words('xls xlsx ods csv tsv numbers').map((ending) => [ending, 'sheet']),
  ...words(
    'js ts jsx tsx mjs json yaml yml toml xml html htm css scss py rb go rs java kt c h cpp hpp cs sh ' +
      'bash zsh ps1 sql php lua ini conf',
  ).map((ending) => [ending, 'code']),
  ...words('zip tar gz tgz bz2 xz lz4 sz zst 7z rar iso dmg jar deb rpm').map((ending) => [ending, 'archive']),
  ...words('gb gbc gba nds').map((ending) => [ending, 'game']),
  ...words('doc docx odt rtf pages epub ppt pptx odp key').map((ending) => [ending, 'text']),
])

function words(text: string): string[] {
  return text.split(' ')
}

/** The kind of an item: by its extension if that is more specific, otherwise by the server's type. */
export function kindOf({ isDir, extension, type }: Pick<Item, 'isDir' | 'extension' | 'type'>): Kind {
  if (isDir) return 'folder'
  const named = BY_ENDING[extension.slice(1).toLowerCase()]
  if (type === 'image' || type === 'video' || type === 'audio' || type === 'pdf')
    return named === 'code' ? 'code' : type
  if (named !== undefined) return named
  return type === 'text' || type === 'textImmutable' ? 'text' : 'file'
}
