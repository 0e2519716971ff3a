// Two contents with the same MD5 and the same size, found by Wang, Feng, Lai and Yu in 2004. Appending the same bytes
// to both keeps their MD5s equal.
const ONE = [
  'd131dd02c5e6eec4693d9a0698aff95c2fcab58712467eab4004583eb8fb7f89',
  '55ad340609f4b30283e488832571415a085125e8f7cdc99fd91dbdf280373c5b',
  'd8823e3156348f5bae6dacd436c919c6dd53e2b487da03fd02396306d248cda0',
  'e99f33420f577ee8ce54b67080a80d1ec69821bcb6a8839396f9652b6ff72a70',
]
const OTHER = [
  'd131dd02c5e6eec4693d9a0698aff95c2fcab50712467eab4004583eb8fb7f89',
  '55ad340609f4b30283e4888325f1415a085125e8f7cdc99fd91dbd7280373c5b',
  'd8823e3156348f5bae6dacd436c919c6dd53e23487da03fd02396306d248cda0',
  'e99f33420f577ee8ce54b67080280d1ec69821bcb6a8839396f965ab6ff72a70',
]

/** Two different contents with the same MD5 and size. `behind` is appended to both. */
export const twins = (behind: Buffer = Buffer.alloc(0)): [Buffer, Buffer] => {
  const [one, other] = [ONE, OTHER].map((lines) => Buffer.concat([Buffer.from(lines.join(''), 'hex'), behind]))
  return [one ?? behind, other ?? behind]
}
