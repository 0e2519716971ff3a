// The commands in a document: the lines of its code blocks in the language `sh`.

export interface DocCommand {
  line: string
  /** Variables that are set for this command alone. */
  settings: Record<string, string>
  program: string
  words: string[]
}

export const commandsOf = (markdown: string): DocCommand[] =>
  [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const all = line.trim().split(/\s+/)
      const first = all.findIndex((word) => !/^[A-Z0-9_]+=/.test(word))
      const pairs = all.slice(0, first).map((word) => {
        const cut = word.indexOf('=')
        return [word.slice(0, cut), word.slice(cut + 1)] as const
      })
      const [program = '', ...words] = all.slice(first)
      return { line, settings: Object.fromEntries(pairs), program, words }
    })
