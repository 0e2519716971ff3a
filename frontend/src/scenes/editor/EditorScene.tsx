// The editor: a text file in place of its folder, with commands above and facts about the text below.
import { observer } from 'mobx-react-lite'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useTexts } from '../../i18n/useTexts.ts'
import { filesUrl, nameOf, parentOf } from '../../lib/paths.ts'
import type { CodeView } from '../../lib/code/CodeView.ts'
import { doesGoBack } from '../../lib/way-back.ts'
import { editorOf } from '../../stores/EditorStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { CodeText } from './CodeText.tsx'
import { EditorHead } from './EditorHead.tsx'
import { EditorNotices } from './EditorNotices.tsx'
import { NoText } from './NoText.tsx'
import { StatusLine } from './StatusLine.tsx'
import { useEditorKeys } from './useEditorKeys.ts'
import { useOpenText } from './useOpenText.ts'

export const EditorScene = observer(function EditorScene({ path }: { path: string }) {
  const editor = editorOf(useRoot())
  const { t } = useTexts()
  const navigate = useNavigate()
  const view = useRef<CodeView>(null)
  const { state } = useLocation() as { state: unknown }
  const close = () => void (doesGoBack(state) ? navigate(-1) : navigate(filesUrl(parentOf(path), true)))
  const closeLabel = t(doesGoBack(state) ? 'dialog.close' : 'preview.back')
  useOpenText(path)
  const { isLeaving } = useEditorKeys({ view, onClose: close })
  const isReady = editor.path === path && editor.state === 'ready'
  return (
    <main className="panel editor" id="main" aria-label={nameOf(path)} aria-busy={editor.state === 'loading'}>
      <EditorHead path={path} view={view} closeLabel={closeLabel} onClose={close} />
      <div className="editor-sheet">
        {isReady ? <EditorNotices /> : null}
        {isReady ? <CodeText view={view} /> : <NoText path={path} />}
      </div>
      {isReady ? <StatusLine isLeaving={isLeaving} /> : null}
    </main>
  )
})
