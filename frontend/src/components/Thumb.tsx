import {
  Archive,
  Clapperboard,
  File,
  FileCode,
  FileText,
  Gamepad2,
  Image,
  type LucideIcon,
  Music,
  Play,
  Table2,
} from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import type { Kind } from '../lib/kinds.ts'
import { Glyph } from './Glyph.tsx'

/** The icon of each kind of file. */
export const KIND_ICONS: Record<Exclude<Kind, 'folder'>, LucideIcon> = {
  image: Image,
  video: Clapperboard,
  audio: Music,
  pdf: FileText,
  text: FileText,
  sheet: Table2,
  code: FileCode,
  archive: Archive,
  game: Gamepad2,
  file: File,
}

export interface ThumbProps {
  kind: Kind
  /** `fill`: as large as its container. */
  size?: '' | 'md' | 'lg' | 'fill'
  /** Drawn on the icon of a special folder. */
  emblem?: LucideIcon | undefined
  /** The picture. The icon is shown until it is loaded, and if there is none. */
  src?: string | null
  /** The same picture in other widths, and the width at which it is shown, as `img` takes them. */
  srcSet?: string | undefined
  sizes?: string | undefined
  onBroken?(src: string): void
}

/** The tile of a file or folder: a soft square in the colour of its kind, or its picture. */
export function Thumb({ kind, size = '', src = null, emblem: Emblem, ...picture }: ThumbProps) {
  if (kind === 'folder') {
    return (
      <span className={`thumb bare ${size}`}>
        {FOLDER_GLYPH}
        {Emblem === undefined ? null : <Emblem className="emblem" aria-hidden="true" />}
      </span>
    )
  }
  const style = kind === 'file' ? undefined : ({ '--k': `var(--kind-${kind})` } as CSSProperties)
  return (
    <span className={`thumb ${size}`} style={style}>
      <Glyph icon={KIND_ICONS[kind]} />
      {src === null ? null : <ThumbPicture key={src} {...picture} src={src} isFilm={kind === 'video'} />}
    </span>
  )
}

interface ThumbPictureProps extends Pick<ThumbProps, 'srcSet' | 'sizes' | 'onBroken'> {
  src: string
  isFilm: boolean
}

function ThumbPicture({ src, srcSet, sizes, isFilm, onBroken }: ThumbPictureProps) {
  const [state, setState] = useState<'loading' | 'ready' | 'broken'>('loading')
  if (state === 'broken') return null
  return (
    <span className={`thumb-picture ${state === 'ready' ? 'is-ready' : ''}`}>
      <img
        sizes={sizes}
        srcSet={srcSet}
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onLoad={() => setState('ready')}
        onError={() => {
          setState('broken')
          onBroken?.(src)
        }}
      />
      {isFilm && state === 'ready' ? <Play className="play" aria-hidden="true" /> : null}
    </span>
  )
}

const FOLDER_GLYPH = (
  <svg className="folder-glyph" width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
    <path
      fill="currentColor"
      opacity=".55"
      d="M2.5 7A2.5 2.5 0 0 1 5 4.5h3.7c.7 0 1.3.3 1.8.8l1 1.2H19A2.5 2.5 0 0 1 21.5 9v6h-19z"
    />
    <path
      fill="currentColor"
      d="M2.5 10.5a1.8 1.8 0 0 1 1.8-1.8h15.4a1.8 1.8 0 0 1 1.8 1.8V17a2.5 2.5 0 0 1-2.5 2.5H5A2.5 2.5 0 0 1 2.5 17z"
    />
  </svg>
)
