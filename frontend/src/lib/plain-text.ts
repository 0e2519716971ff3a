/** Escape sequences of terminals (ECMA-48): CSI, such as colours; OSC, such as titles; and short ones. */
const SEQUENCES =
  // oxlint-disable-next-line no-control-regex -- control characters are what it takes away
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|\u001b[ -/]*[0-~]?|[\u0080-\u009f]/g
// oxlint-disable-next-line no-control-regex -- the same
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f]/g

/**
 * A line of output without colour codes and anything else that would make a terminal do more than show text. Tabs stay.
 */
export const plainText = (line: string): string => line.replace(SEQUENCES, '').replace(CONTROLS, '')
