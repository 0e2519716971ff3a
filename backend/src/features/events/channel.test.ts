import { describe, expect, it } from '@jest/globals'
import type { Actor } from '../access/actor.ts'
import { Channel, type ChannelEvent } from './channel.ts'

const change = (name: string): ChannelEvent => ({ newsFor: () => ({ type: 'changed', folder: '/', names: [name] }) })
const names = (channel: Channel, since: string) =>
  channel.since(since)?.map(({ seq, event }) => {
    const news = event.newsFor({} as Actor)
    return [seq, news?.type === 'changed' ? news.names[0] : '']
  }) ?? null

describe('what a person missed', () => {
  it('is what came after the last that was seen', () => {
    const channel = new Channel(1)
    for (const name of ['a', 'b', 'c']) channel.keep(change(name))
    expect(names(channel, `${channel.epoch}.0`)).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ])
    expect(names(channel, `${channel.epoch}.2`)).toEqual([[3, 'c']])
    expect(names(channel, `${channel.epoch}.3`)).toEqual([])
  })
  it('is not known of another epoch, of what is to come, or of what is too long ago', () => {
    const channel = new Channel(1)
    const { epoch } = channel
    for (let index = 0; index < 300; index++) channel.keep(change(`f${index}`))
    expect(channel.since(`${new Channel(1).epoch}.300`)).toBeNull()
    expect(channel.since(`${epoch}.301`)).toBeNull()
    expect(channel.since(`${epoch}.43`)).toBeNull()
    expect(channel.since(`${epoch}.44`)).toHaveLength(256)
    channel.restart()
    expect(channel.since(`${epoch}.0`)).toBeNull()
  })
})
