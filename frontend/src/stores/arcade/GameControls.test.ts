import { describe, expect, it } from '@jest/globals'
import { problem, testRoot } from '../test-root.ts'
import { type Controls, GameControls, readControls } from './GameControls.ts'

const CONTROLS: Controls = { 0: { 8: { value: 90, value2: 'BUTTON_1' } }, 1: {}, 2: {}, 3: {} }
const PATH = '/Saves/Controls.json'

describe('the keys of a person', () => {
  it('are read without what does not belong there', () => {
    expect(readControls(JSON.stringify(CONTROLS))).toEqual(CONTROLS)
    const odd = { ...CONTROLS, 0: { 8: { value: 90, more: 1 }, x: {}, 9: { value: 'k'.repeat(99) }, 10: 7 } }
    expect(readControls(JSON.stringify(odd))).toEqual({ 0: { 8: { value: 90 }, 9: {} }, 1: {}, 2: {}, 3: {} })
    for (const text of ['[]', 'null', '{"0":{}}', '7']) expect(readControls(text)).toBeNull()
  })

  it('are none where there is no file, or a broken one', async () => {
    expect(await new GameControls(testRoot(() => problem(404, 'notFound')).root, PATH).open()).toBeNull()
    expect(await new GameControls(testRoot(() => new Response('{broken')).root, PATH).open()).toBeNull()
  })

  it('are stored when they change, and only then', async () => {
    const { root, calls } = testRoot(() => new Response(JSON.stringify(CONTROLS)))
    const controls = new GameControls(root, PATH)
    expect(await controls.open()).toEqual(CONTROLS)
    await controls.store(CONTROLS)
    const before = calls.length
    await controls.store({ ...CONTROLS, 1: { 0: { value: 88 } } })
    await controls.store({ ...CONTROLS, 1: { 0: { value: 88 } } })
    expect(calls.slice(before).map(String)).toHaveLength(1)
  })
})
