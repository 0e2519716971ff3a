import { describe, expect, it } from '@jest/globals'
import { YtDlpUpdates } from './updates.ts'

describe('the choice of another yt-dlp', () => {
  const fail = async (): Promise<never> => {
    throw new Error('nothing is to be asked')
  }
  const updates = new YtDlpUpdates({
    isOn: false,
    index: 'https://index.example/simple',
    dialler: { dial: fail },
    children: { run: fail },
    scratch: { get: async () => null, put: fail, delete: fail },
    changeCounters: {
      announce: fail,
      workers: () => ({ running: 1, lacking: [], ytDlp: [{ version: '2026.10.26', refused: null }] }),
    },
  })

  it('is refused if it is off, and nothing is dialled', async () => {
    await expect(updates.releases()).rejects.toMatchObject({ code: 'notImplemented' })
    await expect(updates.choose('2026.11.1')).rejects.toMatchObject({ code: 'notImplemented' })
    await expect(updates.choose(null)).rejects.toMatchObject({ code: 'notImplemented' })
  })

  it('still says which one is used', async () => {
    expect(await updates.state()).toMatchObject({ canChoose: false, chosen: null, inUse: ['2026.10.26'] })
  })
})
