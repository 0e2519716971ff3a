import type { Command } from '../command.ts'

export const echo: Command = {
  usage: '[-n] [word …]',
  summary: 'summary.echo',
  async *run({ args }) {
    const [first] = args
    const isBare = first?.mayBeOption === true && first.text === '-n'
    yield (
      args
        .slice(isBare ? 1 : 0)
        .map(({ text }) => text)
        .join(' ') + (isBare ? '' : '\n')
    )
  },
}
