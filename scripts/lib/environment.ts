// The one place where scripts and tests get at the environment.

/** The environment of this process, as it is; children get it. */
export function environment(): NodeJS.ProcessEnv {
  return process.env
}
