// Names for "keep both", counted as the server counts them (`rename=true` of a move or copy).

/**
 * The first of `name`, `name(1).ext`, `name(2).ext`… that is not taken. The last ending counts (`t.tar(1).gz`), also
 * for folders and for names that begin with a dot (`(1).dot`).
 */
export function freeName(name: string, isTaken: (candidate: string) => boolean): string {
  const dot = name.lastIndexOf('.')
  const stem = dot < 0 ? name : name.slice(0, dot)
  const ending = dot < 0 ? '' : name.slice(dot)
  let candidate = name
  for (let count = 1; isTaken(candidate); count++) candidate = `${stem}(${count})${ending}`
  return candidate
}
