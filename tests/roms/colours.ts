// What the test programs show: the upper half of the screen has one colour, the lower half tells what has happened.

type Colour = readonly [red: number, green: number, blue: number]

/** Parts from 0 to 31. */
export const ROM_COLOURS = {
  upper: [31, 31, 0],
  /** Nothing was pressed, and nothing is saved. */
  fresh: [0, 0, 31],
  /** A is pressed now. */
  pressed: [31, 0, 0],
  /** A was pressed once: that is in the battery's memory. */
  saved: [31, 0, 31],
} as const satisfies Record<string, Colour>

/** What the programs write into the battery's memory. */
export const SAVED_BYTE = 0x42
