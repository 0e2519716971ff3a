import { describe, expect, it } from '@jest/globals'
import { observable, runInAction } from 'mobx'
import type { ShellStore } from '../../stores/ShellStore.ts'
import { CommandLine } from './CommandLine.ts'

/** Lets pending promises continue. */
const settled = () => new Promise((resolve) => void setTimeout(resolve))

/** A shell whose lines run until the test ends them. */
function make() {
  const entered: string[] = []
  const shell = observable(
    {
      running: null as AbortController | null,
      past: ['first', 'second'],
      cancel: () => runInAction(() => void (shell.running = null)),
      enter: async (text: string) => {
        entered.push(text)
        runInAction(() => void (shell.running = new AbortController()))
      },
    },
    {},
    { deep: false },
  )
  const line = new CommandLine(shell as unknown as ShellStore)
  const enter = async (text: string) => {
    line.type(text)
    void line.submit()
    await settled()
  }
  const over = async () => {
    shell.cancel()
    await settled()
  }
  return { line, entered, enter, over }
}

describe('a command line', () => {
  it('waits in its field for the line that runs', async () => {
    const { line, entered, enter, over } = make()
    await enter('one')
    await enter('two')
    expect([entered, line.text]).toEqual([['one'], 'two'])
    await over()
    expect([entered, line.text]).toEqual([['one', 'two'], ''])
  })

  it.each([
    ['it was changed', (line: CommandLine) => line.type('two and'), 'two and'],
    ['both were stopped', (line: CommandLine) => line.interrupt(), 'two'],
    ['an earlier one was shown in its place', (line: CommandLine) => line.show(1), 'second'],
    ['the field is gone', (line: CommandLine) => line.leave(), 'two'],
  ])('is not entered by itself where %s', async (_, change, left) => {
    const { line, entered, enter, over } = make()
    await enter('one')
    await enter('two')
    change(line)
    await over()
    expect([entered, line.text]).toEqual([['one'], left])
  })

  it('shows earlier lines, and what was typed before', () => {
    const { line } = make()
    line.type('new')
    const seen = [1, 1, 1, -1, -1, -1].map((step) => {
      line.show(step)
      return line.text
    })
    expect(seen).toEqual(['second', 'first', 'first', 'second', 'new', 'new'])
  })
})
