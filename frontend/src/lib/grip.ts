/** Whether the mouse takes a thing up there: by its name or picture, by a tile, or by whatever is selected. */
export const isGrip = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.name, .thumb, .tile, [aria-selected="true"]') !== null
