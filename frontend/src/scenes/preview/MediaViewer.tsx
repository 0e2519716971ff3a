import { Player } from './Player.tsx'
import { useSubtitles } from './useSubtitles.ts'
import type { ViewerProps } from './viewer.ts'

/** Sound or film, with the subtitles beside the file. */
export function MediaViewer({ item, source, isCard }: ViewerProps) {
  const url = source.pictures.original
  return (
    <Player
      key={url}
      kind={item.type === 'video' ? 'video' : 'audio'}
      url={url}
      name={item.name}
      poster={source.poster}
      tracks={useSubtitles(item, source.subtitleUrl)}
      isEager={!isCard}
      cover={source.tile}
    />
  )
}
