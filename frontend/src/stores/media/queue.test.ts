import { describe, expect, it } from '@jest/globals'
import type { Item } from '../../../../backend/contract/resources.ts'
import { queueAround } from './queue.ts'

const file = (name: string, type: Item['type']) => ({ path: `/${name}`, name, type }) as Item

describe('what plays before and after a file', () => {
  const files = [file('1.mp3', 'audio'), file('cover.jpg', 'image'), file('2.mp3', 'audio'), file('3.mp4', 'video')]
  it('skips files that are neither audio nor video', () => {
    const { previous, next } = queueAround(files, '/2.mp3')
    expect([previous?.name, next?.name]).toEqual(['1.mp3', '3.mp4'])
  })

  it('ends at both ends, and is empty for a file that is not in the folder', () => {
    expect(queueAround(files, '/1.mp3').previous).toBeNull()
    expect(queueAround(files, '/3.mp4').next).toBeNull()
    expect(queueAround(files, '/gone.mp3')).toEqual({ previous: null, next: null })
  })
})
