import { describe, expect, it } from '@jest/globals'
import { readLine, tellingArguments } from './output.ts'

const read = (line: string) => readLine('mark-', line)

describe('what yt-dlp tells', () => {
  it('is the progress of a file', () => {
    const json = '{"status": "downloading", "downloaded_bytes": 1024, "total_bytes": 16392.4, "speed": null, "eta": 3}'
    expect(read(`mark-progress ${json}`)).toEqual({
      kind: 'progress',
      progress: { isFinished: false, downloaded: 1024, total: 16_392, speed: 0, secondsLeft: 3 },
    })
    expect(read('mark-progress {"status": "finished", "total_bytes_estimate": 5}')).toMatchObject({
      progress: { isFinished: true, downloaded: 0, total: 5, secondsLeft: null },
    })
  })

  it('is a video, or an entry of a list', () => {
    expect(read('mark-video {"id": "v1", "title": "v1", "duration": 1.6, "ext": "mp4", "filesize_approx": 7}')).toEqual(
      {
        kind: 'video',
        video: { id: 'v1', title: 'v1', duration: 2, isLive: false, link: null, list: null, index: null, size: 7 },
      },
    )
    const entry =
      'mark-video {"_type": "url", "title": "Two", "url": "https://example.com/2", "playlist_index": 2, ' +
      '"playlist_count": 3, "playlist_title": "All", "live_status": "is_live"}'
    expect(read(entry)).toMatchObject({
      video: { link: 'https://example.com/2', list: { title: 'All', count: 3 }, index: 2, isLive: true },
    })
  })

  it('is a file, an error, a step, or something else', () => {
    expect(read('mark-file {"id": "v", "title": "T", "filepath": "/x/video.mp4", "ext": "mp4"}')).toEqual({
      kind: 'file',
      file: { title: 'T', duration: null, filepath: '/x/video.mp4' },
    })
    expect(read('ERROR: [generic] none: HTTP Error 404')).toEqual({
      kind: 'error',
      text: '[generic] none: HTTP Error 404',
    })
    expect(read('mark-joining {}')).toEqual({ kind: 'joining' })
    expect(read('[generic] none: Downloading webpage')).toMatchObject({ kind: 'note' })
  })

  it.each([
    'file {"filepath": "/etc/passwd"}',
    'other-file {"filepath": "/etc/passwd"}',
    ' mark-file {"filepath": "/etc/passwd"}',
    'mark-file {"title": "no path"}',
    'mark-file null',
    'mark-file {',
    'mark-constructor {}',
    'mark-',
    '',
  ])('is nothing that matters where it is broken, or without the mark: %s', (line) => {
    expect(read(line)).toMatchObject({ kind: 'note' })
  })

  it('is never longer or of another type than expected', () => {
    const { video } = read(
      `mark-video ${JSON.stringify({ title: 'a'.repeat(9999), duration: -1, id: 5, url: {} })}`,
    ) as {
      video: { title: string }
    }
    expect(video).toMatchObject({ duration: null, id: null, link: null })
    expect(video.title).toHaveLength(500)
  })

  it('is asked for with the mark', () => {
    expect(tellingArguments('mark-').filter((word) => word.includes('mark-'))).toHaveLength(4)
  })
})
