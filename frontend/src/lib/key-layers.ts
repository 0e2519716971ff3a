// Who hears a key. One listener for the whole page asks what is shown, from the top down, until somebody means the key.

/** What may lie over each other, from the top down. */
export const LAYERS = ['dialog', 'stage', 'search', 'list', 'page'] as const

export interface KeyLayer {
  layer: (typeof LAYERS)[number]
  /** Does what a key means; answers whether it meant anything here. The browser does nothing with it then. */
  handle(event: KeyboardEvent): boolean
  /** Nothing below its layer hears any key. */
  isModal?: boolean
  /** Hears keys also while somebody types in a field. */
  hearsFields?: boolean
}

/** Whether a key comes from inside of an element. */
export const isFrom = ({ target }: Event, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

const FIELDS = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]'

export class KeyLayers {
  #layers: readonly KeyLayer[] = []
  readonly #target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

  constructor(target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>) {
    this.#target = target
  }

  /** Lets a layer hear keys, within its kind before those that came earlier. Answers how to take it away. */
  add(layer: KeyLayer): () => void {
    if (this.#layers.length === 0) this.#target.addEventListener('keydown', this.#listen)
    this.#layers = [layer, ...this.#layers]
    return () => {
      this.#layers = this.#layers.filter((other) => other !== layer)
      if (this.#layers.length === 0) this.#target.removeEventListener('keydown', this.#listen)
    }
  }

  /** Asks the layers; answers whether one of them meant the key. */
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
    // A menu has keys of its own.
    if (isFrom(event, '[role="menu"]')) return
    if (this.dispatch(event, isFrom(event, FIELDS))) event.preventDefault()
  }
}
