import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { faultOf, type ModelFault } from '../../../lib/model/check-model.ts'
import { canDraw, ModelView } from '../../../lib/model/ModelView.ts'
import { useMedia } from '../../../lib/useMedia.ts'

interface OpenModel {
  model: ModelView | null
  /** `undrawn`: the browser has no WebGL. */
  phase: 'opening' | 'ready' | 'undrawn' | ModelFault
  /** Whether the model turns by itself. */
  isMoving: boolean
  setMoving(isMoving: boolean): void
}

interface ModelSource {
  bytes: Uint8Array<ArrayBuffer>
  /** Of the file's name, in lower case. */
  extension: string
  /** Of the model, for screen readers. */
  label: string
}

/** Shows a model in an element. It turns by itself, unless the person prefers reduced motion. */
export function useModel(parent: RefObject<Element | null>, { bytes, extension, label }: ModelSource): OpenModel {
  const isCalm = useMedia('(prefers-reduced-motion: reduce)')
  const [chosen, setMoving] = useState<boolean | null>(null)
  const isMoving = chosen ?? !isCalm
  const fault = useMemo(() => faultIn(bytes, extension), [bytes, extension])
  const [open, setOpen] = useState<Pick<OpenModel, 'model' | 'phase'>>({ model: null, phase: 'opening' })
  const start = useEffectEvent(async (element: Element): Promise<ModelView> => {
    const read = await glbOf(bytes, extension)
    return ModelView.open(element, read, { label, isMoving })
  })
  useEffect(() => {
    const { current } = parent
    if (current === null || fault !== null) return
    let isOver = false
    const shown = start(current)
    shown
      .then((model) => (isOver ? undefined : setOpen({ model, phase: 'ready' })))
      .catch(() => setOpen({ model: null, phase: 'broken' }))
    return () => {
      isOver = true
      shown.then((model) => model.destroy()).catch(() => undefined)
    }
    // Other bytes are another model.
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [parent, bytes, extension, fault])
  const { model } = open
  useEffect(() => model?.setMoving(isMoving), [model, isMoving])
  return { ...open, phase: fault ?? open.phase, isMoving, setMoving }
}

/** Formats that are converted to glTF first, by extension. */
const CONVERTED: Readonly<Record<string, 'stl' | 'obj'>> = { '.stl': 'stl', '.obj': 'obj' }

/** Why a model cannot be shown, as far as that is known before it is read. */
const faultIn = (bytes: Uint8Array<ArrayBuffer>, extension: string): ModelFault | 'undrawn' | null =>
  (extension in CONVERTED ? null : faultOf(bytes)) ?? (canDraw() ? null : 'undrawn')

async function glbOf(bytes: Uint8Array<ArrayBuffer>, extension: string): Promise<Uint8Array<ArrayBuffer>> {
  const format = CONVERTED[extension]
  if (format === undefined) return bytes
  const { toGlb } = await import('../../../lib/model/to-glb.ts')
  return toGlb(bytes, format)
}
