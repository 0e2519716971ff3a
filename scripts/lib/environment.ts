// The only place where scripts and tests read the environment.

/** The environment of this process, which its children inherit. */
export function environment(): NodeJS.ProcessEnv {
  return process.env
}
