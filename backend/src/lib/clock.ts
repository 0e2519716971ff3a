// The time, passed in so that tests can set it.

/** Milliseconds since 1970. */
export type Clock = () => number
