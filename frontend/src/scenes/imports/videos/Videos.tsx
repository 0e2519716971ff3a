// The screen on which a person imports videos, their sound, and files at addresses.
import { Clapperboard } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { ImportKind } from '../../../../../backend/contract/import-kinds.ts'
import { Empty } from '../../../components/Empty.tsx'
import { linkOfBookmark } from '../../../lib/bookmark.ts'
import { useTexts } from '../../../i18n/useTexts.ts'
import { VIDEO_PAGE_TITLE } from '../../../lib/video-page.ts'
import { ImportForm } from '../../../stores/imports/ImportForm.ts'
import { importsOf } from '../../../stores/ImportsStore.ts'
import { useRoot } from '../../../stores/useRoot.ts'
import { DropHint } from '../DropHint.tsx'
import { Follows } from '../Follows.tsx'
import { HistoryFold } from '../HistoryFold.tsx'
import { ImportCards } from '../ImportCards.tsx'
import { Lacks } from '../Lacks.tsx'
import { Note } from '../Note.tsx'
import { useInbox } from '../useInbox.ts'
import { useKeptFocus } from '../useKeptFocus.ts'
import { Bookmark } from './Bookmark.tsx'
import { VideoFields } from './VideoFields.tsx'

const KINDS: readonly ImportKind[] = ['video', 'link']

export const Videos = observer(function Videos() {
  const root = useRoot()
  const imports = importsOf(root)
  const { t } = useTexts()
  const [form] = useState(() => {
    const created = new ImportForm('videos', imports, root.storage)
    // Only shown: the person starts it.
    created.setText(linkOfBookmark(location.search))
    return created
  })
  // Taken from the address once it is in the field for good, since React may throw a first rendering away.
  useEffect(() => {
    if (linkOfBookmark(location.search) !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  const column = useKeptFocus<HTMLDivElement>()
  const isOver = useInbox((brought) => void form.take(brought))
  useEffect(() => imports.show(), [imports])
  return (
    <div ref={column} className="column imports">
      <h1>
        <span lang="en" dir="ltr">
          {VIDEO_PAGE_TITLE}
        </span>
      </h1>
      <Lacks kinds={KINDS} />
      <VideoFields form={form} />
      <Note form={form} />
      <ImportCards
        kinds={KINDS}
        form={form}
        heading={t('imports.videoList')}
        empty={<Empty art="nest" title={t('imports.noVideos')} lead={t('imports.noVideosLead')} />}
      />
      <Follows />
      <HistoryFold kinds={KINDS} form={form} />
      <Bookmark />
      {isOver ? <DropHint icon={Clapperboard} /> : null}
    </div>
  )
})
