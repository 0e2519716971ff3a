import { describe, expect, it } from '@jest/globals'
import { SETTINGS_KEYS, TRASH_COMMANDS } from './later-menus.ts'
import { FILES_COMMANDS, FRAME_KEYS } from './menus.ts'
import { toggleShell } from './toggleShell.ts'
import { perform } from './action.ts'
import { goUp } from './goUp.ts'
import { selectAll } from './selectAll.ts'
import { listing, makeFolderItem, makeItem, problem, testRoot } from '../stores/test-root.ts'
import { ScreenStore } from '../stores/ScreenStore.ts'

describe('the screen that is shown', () => {
  it('tells the frame what it has, and nothing beyond that', () => {
    const screen = new ScreenStore()
    const [files, settings] = [{}, {}]
    screen.show(files, { title: 'Home', ...FILES_COMMANDS })
    expect([screen.title, screen.bar, screen.up]).toEqual(['Home', FILES_COMMANDS.bar, null])
    screen.show(settings, { title: 'Settings' })
    expect([screen.title, screen.keys, screen.bar, screen.rowMenu]).toEqual(['Settings', [], [], []])
  })

  it('takes away what it told when it is left, and nothing of the next one', () => {
    const screen = new ScreenStore()
    const [files, trash] = [{}, {}]
    screen.show(files, { title: 'Home', ...FILES_COMMANDS })
    screen.show(trash, { title: 'Trash' })
    screen.leave(files)
    expect(screen.title).toBe('Trash')
    screen.leave(trash)
    expect([screen.title, screen.keys, screen.selection]).toEqual(['', [], null])
  })

  it('has the commands of files only where files are shown', () => {
    const ids = (actions: readonly { id: string }[]) => actions.map(({ id }) => id)
    const ofFiles = ['rename', 'delete', 'copy', 'cut', 'paste', 'open', 'download', 'share', 'newFolder', 'upload']
    const elsewhere = ids([...TRASH_COMMANDS.keys, ...SETTINGS_KEYS, ...FRAME_KEYS])
    expect(ids(FILES_COMMANDS.keys)).toEqual(expect.arrayContaining(['rename', 'copy', 'cut', 'paste', 'open']))
    expect(elsewhere.filter((id) => ofFiles.includes(id))).toEqual([])
  })

  it('selects its own rows, and leads up from them', async () => {
    const items = [makeItem('/a/x.txt'), makeFolderItem('/a/b')]
    const { root, navigated } = testRoot(() => listing('/a', items))
    root.listing.enter()
    await root.listing.open('/a', true)
    const by = {}
    await perform(root, selectAll)
    expect(root.selection.count).toBe(0)
    root.screen.show(by, { title: 'a', selection: root.selection, up: { to: '/files/', from: 'a' } })
    await perform(root, selectAll)
    expect(root.selection.count).toBe(2)
    await perform(root, goUp)
    expect([navigated, root.selection.awaited]).toEqual([['/files/'], ['a']])
    root.screen.leave(by)
    await perform(root, goUp)
    expect(navigated).toEqual(['/files/'])
  })
})

describe('the shell', () => {
  it('is for those who may, where there is one', () => {
    const isOffered = (settings: { EnableExec: boolean }, token?: null) =>
      toggleShell.isAllowed(
        testRoot(() => problem(404, 'notFound'), { settings, ...(token === null ? { token } : {}) }).root,
      )
    expect([
      isOffered({ EnableExec: true }),
      isOffered({ EnableExec: false }),
      isOffered({ EnableExec: true }, null),
    ]).toEqual([true, false, false])
  })
})
