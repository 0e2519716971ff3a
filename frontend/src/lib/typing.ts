import { isFrom } from './key-layers.ts'

const TYPED_IN = 'input:not([type="range"], [type="checkbox"]), textarea, select, [contenteditable="true"]'

/** Whether the event comes from a text field. Sliders are inputs as well, but use only few keys. */
export const isTyping = (event: Event): boolean => isFrom(event, TYPED_IN)
