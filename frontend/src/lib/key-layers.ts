// Who handles a key. One listener for the whole page asks the visible layers, from the top down, until one handles it.

/** The layers that can cover each other, from the top down. */
export const LAYERS = ['dialog', 'document', 'stage', 'search', 'list', 'page'] as const

export interface KeyLayer {
  layer: (typeof LAYERS)[number]
  /** Handles a key. Returns whether it had a meaning here; if so, the browser's own reaction is prevented. */
  handle(event: KeyboardEvent): boolean
  /** Layers below it get no keys. */
  isModal?: boolean
  /** Also gets keys while somebody types in a field. */
  hearsFields?: boolean
}

/** Whether a key comes from inside an element. */
export const isFrom = ({ target }: Event, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

const FIELDS = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]'

export class KeyLayers {
  #layers: readonly KeyLayer[] = []
  readonly #target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

  constructor(target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>) {
    this.#target = target
  }

  /** Adds a layer, before earlier ones of the same kind. The returned function removes it. */
  add(layer: KeyLayer): () => void {
    if (this.#layers.length === 0) this.#target.addEventListener('keydown', this.#listen)
    this.#layers = [layer, ...this.#layers]
    return () => {
      this.#layers = this.#layers.filter((other) => other !== layer)
      if (this.#layers.length === 0) this.#target.removeEventListener('keydown', this.#listen)
    }
  }

  /** Asks the layers. Returns whether one of them handled the key. */
  dispatch(event: KeyboardEvent, isTyping: boolean): boolean {
    for (const kind of LAYERS) {
      const layers = this.#layers.filter(({ layer }) => layer === kind)
      if (layers.some((layer) => (!isTyping || layer.hearsFields === true) && layer.handle(event))) return true
      if (layers.some(({ isModal }) => isModal === true)) return false
    }
    return false
  }

  readonly #listen = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented || event.isComposing) return
    // A menu handles its own keys.
    if (isFrom(event, '[role="menu"]')) return
    if (this.dispatch(event, isFrom(event, FIELDS))) event.preventDefault()
  }
}
