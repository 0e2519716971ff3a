import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { faultOf, type ModelFault } from '../../../lib/model/check-model.ts'
import { canDraw, ModelView } from '../../../lib/model/ModelView.ts'
import { useMedia } from '../../../lib/useMedia.ts'

interface OpenModel {
  model: ModelView | null
  /** `undrawn`: the browser has no WebGL here. */
  phase: 'opening' | 'ready' | 'undrawn' | ModelFault
  /** Whether it turns by itself. */
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

/** Shows a model in an element. It turns by itself unless somebody asked for less motion. */
export function useModel(parent: RefObject<Element | null>, { bytes, extension, label }: ModelSource): OpenModel {
  const isCalm = useMedia('(prefers-reduced-motion: reduce)')
  const [chosen, setMoving] = useState<boolean | null>(null)
  const isMoving = chosen ?? !isCalm
  const [open, setOpen] = useState<Pick<OpenModel, 'model' | 'phase'>>({ model: null, phase: 'opening' })
  const start = useEffectEvent(async (element: Element): Promise<ModelView> => {
    const read = await glbOf(bytes, extension)
    return ModelView.open(element, read, { label, isMoving })
  })
  useEffect(() => {
    const { current } = parent
    if (current === null) return
    const fault = FORMATS.has(extension) ? null : faultOf(bytes)
    if (fault !== null || !canDraw()) return setOpen({ model: null, phase: fault ?? 'undrawn' })
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
  }, [parent, bytes, extension])
  const { model } = open
  useEffect(() => model?.setMoving(isMoving), [model, isMoving])
  return { ...open, isMoving, setMoving }
}

/** Shapes that are put into a binary glTF before they are shown, by their extension. */
const FORMATS = new Map([
  ['.stl', 'stl'],
  ['.obj', 'obj'],
] as const)

async function glbOf(bytes: Uint8Array<ArrayBuffer>, extension: string): Promise<Uint8Array<ArrayBuffer>> {
  const format = FORMATS.get(extension as '.stl')
  if (format === undefined) return bytes
  const { toGlb } = await import('../../../lib/model/to-glb.ts')
  return toGlb(bytes, format)
}
