// Shows a 3D model in an element. It does not depend on React.
import { ModelViewerElement } from '@google/model-viewer'
// eslint-disable-next-line import/default -- with `?url` the module is its address
import draco from 'three/examples/jsm/libs/draco/gltf/draco_decoder.js?url'

// A model contains everything it needs. Apart from that, only the decoder is fetched, from our own address.
ModelViewerElement.mapURLs((url) => {
  if (url.endsWith('/draco_decoder.js')) return draco
  return /^(?:blob|data):/.test(url) ? url : 'data:,'
})

type Viewer = InstanceType<typeof ModelViewerElement>

/** The front view, in two spellings: the viewer only moves if the value changes. */
const FRONT = ['auto auto auto', '0deg 75deg 105%'] as const

export interface ModelOptions {
  /** For screen readers. */
  label: string
  /** Whether it turns by itself and plays its animation. */
  isMoving: boolean
}

export class ModelView {
  readonly #viewer: Viewer
  readonly #url: string

  private constructor(viewer: Viewer, url: string) {
    this.#viewer = viewer
    this.#url = url
  }

  /**
   * Shows a glTF model.
   * @throws Error if it cannot be read
   */
  static async open(parent: Element, bytes: Uint8Array<ArrayBuffer>, options: ModelOptions): Promise<ModelView> {
    const viewer = new ModelViewerElement()
    const url = URL.createObjectURL(new Blob([bytes]))
    const shown = new ModelView(viewer, url)
    for (const [name, value] of Object.entries(ATTRIBUTES)) viewer.setAttribute(name, value)
    viewer.alt = options.label
    const loaded = Promise.withResolvers<unknown>()
    viewer.addEventListener('load', loaded.resolve, { once: true })
    viewer.addEventListener('error', loaded.reject, { once: true })
    viewer.src = url
    parent.append(viewer)
    try {
      await loaded.promise
      const { x, y, z } = viewer.getDimensions()
      if (!(Math.max(x, y, z) > 0)) throw new Error('the model is empty')
    } catch (error) {
      shown.destroy()
      throw error
    }
    shown.setMoving(options.isMoving)
    return shown
  }

  setMoving(isMoving: boolean): void {
    this.#viewer.autoRotate = isMoving
    if (isMoving) this.#viewer.play()
    else this.#viewer.pause()
  }

  /** Zooms in (1) or out (-1). */
  zoom(by: 1 | -1): void {
    this.#viewer.zoom(by)
  }

  /** Returns to the front view. */
  reset(): void {
    const viewer = this.#viewer
    viewer.resetTurntableRotation(0)
    viewer.cameraTarget = 'auto auto auto'
    viewer.fieldOfView = 'auto'
    viewer.cameraOrbit = FRONT.find((orbit) => orbit !== viewer.cameraOrbit) ?? FRONT[0]
  }

  destroy(): void {
    this.#viewer.remove()
    URL.revokeObjectURL(this.#url)
  }
}

const ATTRIBUTES = {
  'camera-controls': '',
  'interaction-prompt': 'none',
  'shadow-intensity': '1',
  'touch-action': 'none',
  loading: 'eager',
}

/** Whether the browser has WebGL. */
export const canDraw = (): boolean => document.createElement('canvas').getContext('webgl2') !== null
