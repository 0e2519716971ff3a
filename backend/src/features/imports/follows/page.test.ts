import { describe, expect, it } from '@jest/globals'
import { feedOfYouTube } from './page.ts'

describe('a page of YouTube', () => {
  it.each([
    ['https://www.youtube.com/channel/UC_x-1', 'https://www.youtube.com/feeds/videos.xml?channel_id=UC_x-1'],
    ['https://youtube.com/channel/UCa/videos', 'https://www.youtube.com/feeds/videos.xml?channel_id=UCa'],
    ['https://m.youtube.com/playlist?list=PL1', 'https://www.youtube.com/feeds/videos.xml?playlist_id=PL1'],
    ['https://www.youtube.com/@name', null],
    ['https://www.youtube.com/playlist?list=a%26b', null],
    ['https://notyoutube.com/channel/UCa', null],
  ])('%s has the feed %s', (page, feed) => expect(feedOfYouTube(new URL(page))).toBe(feed))
})
