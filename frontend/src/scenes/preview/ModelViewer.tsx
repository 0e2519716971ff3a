import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import type { ModelView } from '../../lib/model/ModelView.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import { ModelTools } from './model/ModelTools.tsx'
import { useModel } from './model/useModel.ts'
import { keyOf } from './paper/paper-keys.ts'
import { Trouble } from './Trouble.tsx'
import { useFileBytes } from './useFileBytes.ts'
import type { ViewerProps } from './viewer.ts'
import { FetchTrouble, Waiting } from './Waiting.tsx'

/** A larger model is only offered as a download, because it takes several times its size in memory. */
const SHOWN_MAX_BYTES = 50 * 1024 * 1024

/** A 3D model that can be turned and zoomed. */
export const ModelViewer = observer(function ModelViewer(props: ViewerProps) {
  const { item, source } = props
  const isLarge = item.size > SHOWN_MAX_BYTES
  const version = `${item.path} ${item.modified}`
  const { bytes, error, retry } = useFileBytes(isLarge ? null : source.readBytes, version)
  if (isLarge) return <Trouble kind="file" what="large" limit={SHOWN_MAX_BYTES} source={source} />
  if (error !== null) return <FetchTrouble kind="file" error={error} source={source} onRetry={retry} />
  if (bytes === null) return <Waiting />
  if (bytes.length === 0) return <Trouble kind="file" what="empty" source={source} />
  return <Model key={version} {...props} bytes={bytes} />
})

function Model({ item, source, isCard, bytes }: ViewerProps & { bytes: Uint8Array<ArrayBuffer> }) {
  const { t } = useTexts()
  const ground = useRef<HTMLDivElement>(null)
  const [isLight, setLight] = useState(false)
  const label = t('document.model', { name: item.name })
  const { model, phase, isMoving, setMoving } = useModel(ground, {
    bytes,
    extension: item.extension.toLowerCase(),
    label,
  })
  useModelKeys(isCard ? null : model)
  if (phase !== 'opening' && phase !== 'ready') return <Trouble kind="file" what={phase} source={source} />
  return (
    <div className={`document ${model === null ? 'is-waiting' : ''}`}>
      {model === null ? (
        <Waiting />
      ) : (
        <ModelTools model={model} isMoving={isMoving} isLight={isLight} onMoving={setMoving} onLight={setLight} />
      )}
      <div className="document-body">
        <div ref={ground} className={`model-ground ${isLight ? 'is-light' : ''}`} />
      </div>
    </div>
  )
}

/** Zoom and reset, as for pictures. Arrow keys turn the model while it has the focus. */
function useModelKeys(model: ModelView | null): void {
  useKeyLayer(
    model === null
      ? null
      : {
          layer: 'document',
          handle(event) {
            const act = modelKeys(model)[keyOf(event)]
            act?.()
            return act !== undefined
          },
        },
  )
}

const modelKeys = (model: ModelView): Readonly<Record<string, () => void>> => ({
  '+': () => model.zoom(1),
  '-': () => model.zoom(-1),
  '0': () => model.reset(),
})
