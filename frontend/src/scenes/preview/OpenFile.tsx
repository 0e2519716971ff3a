// An open file: a text that the person may change is in the editor, everything else on the stage.
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { createPlacesApi } from '../../api/places.ts'
import { fetched } from '../../components/fetched.tsx'
import { withTexts } from '../../i18n/index.ts'
import { isEdited } from '../../lib/is-edited.ts'
import { previewOf } from '../../stores/PreviewStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { PartFailure } from '../errors/PartFailure.tsx'
import { PreviewScene } from './PreviewScene.tsx'

const EditorScene = fetched<{ path: string }>({
  load: withTexts(async () => (await import('../editor/EditorScene.tsx')).EditorScene),
  renderFailure: (_, missing) => (
    <main className="panel" id="main">
      <PartFailure {...missing} />
    </main>
  ),
})

export const OpenFile = observer(function OpenFile() {
  const root = useRoot()
  const [search] = useSearchParams()
  const { item } = previewOf(root)
  const path = root.listing.file
  useOpened(item?.path)
  const isAsked = search.has('edit')
  const asked = `${path}${isAsked ? '?edit' : ''}`
  const [edited, setEdited] = useState<string | null>(null)
  const mayEdit = root.session.can('modify') && root.session.can('download')
  // Once open in the editor it stays there, whatever happens to the file, so that nothing typed is lost.
  const isInEditor = path !== null && (edited === asked || (mayEdit && item !== null && isEdited(item, isAsked)))
  if (isInEditor && edited !== asked) setEdited(asked)
  return isInEditor ? <EditorScene key={path} path={path} /> : <PreviewScene />
})

/** Records which files the person has opened. Nobody waits for the answer, and errors do not matter. */
function useOpened(path: string | undefined): void {
  const { api } = useRoot()
  useEffect(() => {
    if (path !== undefined)
      createPlacesApi(api.http)
        .noteOpened(path)
        .catch(() => undefined)
  }, [api, path])
}
