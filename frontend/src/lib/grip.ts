/** Whether the mouse drags an item from there: from its name or picture, from a tile, or from anything selected. */
export const isGrip = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.name, .thumb, .tile, [aria-selected="true"]') !== null
