// An observation that the rules do not allow.

export class Difference extends Error {
  /** @param where the round and the person; `told` the differences; `steps` the steps taken */
  constructor(where: string, told: readonly string[], steps: readonly string[]) {
    super(
      [
        `${where}:`,
        ...told.map((line) => `  ${line}`),
        ...(steps.length > 0 ? ['What was done:'] : []),
        ...steps.map((line) => `  ${line}`),
      ].join('\n'),
    )
  }
}
