import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Fixed } from '../../components/Fixed.tsx'
import { FIXED_TEXTS } from '../../lib/fixed-texts.ts'
import { VIDEO_PAGE_PATH, VIDEO_PAGE_TITLE } from '../../lib/video-page.ts'
import { importsOf } from '../../stores/ImportsStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useScreen } from '../frame/useScreen.ts'
import { Refusal } from './Refusal.tsx'

/** The page for videos, which also works by itself (pages/app.tsx), inside the frame of the others. */
export const VideoFrame = observer(function VideoFrame() {
  const root = useRoot()
  const { session, settings } = root
  useScreen({ title: FIXED_TEXTS.videosTitle })
  // The page in the frame tells when an import has ended.
  useEffect(() => importsOf(root).show(), [root])
  return (
    <main className="panel video-frame" id="main">
      <h1 className="sr">
        <Fixed text="videosTitle" />
      </h1>
      {session.can('importYouTube') ? (
        // Our own page, of the same origin: a sandbox that lets it work would hold nothing back.
        // eslint-disable-next-line react/iframe-missing-sandbox
        <iframe src={settings.BaseURL + VIDEO_PAGE_PATH + location.search} title={VIDEO_PAGE_TITLE} />
      ) : (
        <Refusal text="noVideos" />
      )}
    </main>
  )
})
