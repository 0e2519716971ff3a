import type { FileType } from '../../../backend/contract/resources.ts'
import { type Kind, kindOf } from './kinds.ts'

const BY_ENDING: Record<string, 'image' | 'video' | 'audio' | 'pdf' | 'text'> = {
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  gif: 'image',
  webp: 'image',
  avif: 'image',
  svg: 'image',
  bmp: 'image',
  heic: 'image',
  heif: 'image',
  tif: 'image',
  tiff: 'image',
  mp4: 'video',
  mov: 'video',
  mkv: 'video',
  webm: 'video',
  avi: 'video',
  m4v: 'video',
  ogv: 'video',
  mp3: 'audio',
  m4a: 'audio',
  ogg: 'audio',
  oga: 'audio',
  opus: 'audio',
  wav: 'audio',
  flac: 'audio',
  aac: 'audio',
  pdf: 'pdf',
  txt: 'text',
  md: 'text',
  log: 'text',
  srt: 'text',
  vtt: 'text',
}

const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot)
}

/** The type of a file, by its name alone. */
export const typeOfName = (name: string): FileType => BY_ENDING[extensionOf(name).slice(1).toLowerCase()] ?? 'blob'

/** The kind of an item, by its name alone. For items that the server has not seen yet. */
export const kindOfName = (name: string, isDir: boolean): Kind =>
  kindOf({ isDir, extension: extensionOf(name), type: typeOfName(name) })
