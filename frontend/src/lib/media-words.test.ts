import { describe, expect, it } from '@jest/globals'
import { clockOf, songOf } from './media-words.ts'

describe('times', () => {
  it.each([
    [0, '0:00'],
    [94.9, '1:34'],
    [3599, '59:59'],
    [3723, '1:02:03'],
    [Infinity, '0:00'],
    [NaN, '0:00'],
  ])('%d seconds are shown as %s', (seconds, words) => {
    expect(clockOf(seconds)).toBe(words)
  })
})

describe('names of songs', () => {
  it.each([
    ['First swim in the bay.mp4', { title: 'First swim in the bay', artist: '' }],
    ['07 Nina Simone - Feeling Good.mp3', { title: 'Feeling Good', artist: 'Nina Simone' }],
    ['1-07. Nina Simone - Feeling Good - Live.flac', { title: 'Feeling Good - Live', artist: 'Nina Simone' }],
    ['1999.mp3', { title: '1999', artist: '' }],
    ['.mp3', { title: '', artist: '' }],
  ])('%s', (name, song) => {
    expect(songOf(name)).toEqual(song)
  })
})
