import { describe, expect, it } from '@jest/globals'
import { filesIn, plainName } from './received-files.ts'

async function made(fields: Record<string, string | File>): Promise<[name: string, text: string][]> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return Promise.all(filesIn(form).map(async (file): Promise<[string, string]> => [file.name, await file.text()]))
}

describe('what another app shares', () => {
  it('is its files, without the words beside them', async () => {
    const files = { files: new File(['x'], 'boat.jpg'), text: 'A boat', title: 'Boats' }
    expect(await made(files)).toEqual([['boat.jpg', 'x']])
  })

  it('is a shortcut, if it is a link, which Android sends as a text', async () => {
    const shortcut = '[InternetShortcut]\r\nURL=https://example.org/watch?v=1\r\n'
    const link = 'https://example.org/watch?v=1'
    expect(await made({ title: 'A boat: at sea', text: link })).toEqual([['A boat at sea.url', shortcut]])
    expect(await made({ url: link })).toEqual([['example.org.url', shortcut]])
  })

  it('is a text, if it is anything else', async () => {
    expect(await made({ text: 'milk\nbread' })).toEqual([['milk.txt', 'milk\nbread\n']])
    expect(await made({ title: '...', text: 'javascript:alert(1)' })).toEqual([['Nido.txt', 'javascript:alert(1)\n']])
    expect(await made({ title: 'x'.repeat(200), text: 'y' })).toEqual([[`${'x'.repeat(80)}.txt`, 'y\n']])
  })

  it('is nothing, if it is empty', async () => {
    expect(await made({ title: 'Only a title' })).toEqual([])
    expect(await made({ files: new File([], '') })).toEqual([])
  })

  it('gets names that every file system takes', () => {
    expect(plainName('a/b\\c:d\n.txt')).toBe('a_b_c_d_.txt')
  })
})
