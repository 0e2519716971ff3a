// What a driver has to be able to do. What can be told by these means alone is in tab.ts, once for all browsers.

/** With which button of the mouse. */
export type Click = 'left' | 'right'

/** A key by its name in the page (UI Events, `KeyboardEvent.key`). */
export type Key = 'F2' | 'Enter' | 'Escape' | 'Delete' | 'End' | 'ArrowRight' | 'Control' | 'a' | 's' | 'z'

/** One tab in a browser that nobody has used before. `Element`: how the driver names an element. */
export interface Driver<Element = unknown> {
  goTo(url: string): Promise<void>
  /** Runs a function in the page, which may know nothing but its arguments. */
  run<T>(work: (...args: string[]) => T, ...args: string[]): Promise<Awaited<T>>
  /** Runs a function in the page that returns an element of it, or null. */
  find(work: (...args: string[]) => globalThis.Element | null, ...args: string[]): Promise<Element | null>
  click(element: Element, button: Click): Promise<void>
  type(text: string): Promise<void>
  /** Presses all keys, one after another, and lets them go. */
  press(keys: Key[]): Promise<void>
  /** Puts a file of the disk into a field for files. */
  setFile(field: Element, file: string): Promise<void>
  /** The page as PNG. */
  picture(): Promise<Uint8Array>
  close(): Promise<void>
}

/** A browser of another engine. */
export interface Engine {
  name: string
  /** Opens a tab that shares nothing with the others. */
  open(): Promise<Driver>
  close(): Promise<void>
}

/** As large as a window on a desk. */
export const WINDOW = { width: 1440, height: 900 }
