import { describe, expect, it } from '@jest/globals'
import { faultOf } from './check-model.ts'

const bytesOf = (model: object | string): Uint8Array =>
  new TextEncoder().encode(typeof model === 'string' ? model : JSON.stringify(model))

/** A binary model, which describes itself in its first chunk. */
function binary(model: object, kind = 0x4e4f534a): Uint8Array {
  const json = bytesOf(model)
  const bytes = new Uint8Array(20 + json.length)
  const view = new DataView(bytes.buffer)
  for (const [at, value] of [0x46546c67, 2, bytes.length, json.length, kind].entries())
    view.setUint32(at * 4, value, true)
  bytes.set(json, 20)
  return bytes
}

const asset = { version: '2.0' }

describe('a model', () => {
  it('is shown if it has everything in itself', () => {
    const whole = {
      asset,
      buffers: [{ uri: 'data:application/octet-stream;base64,AA==' }],
      images: [{ bufferView: 0 }],
    }
    expect(faultOf(bytesOf(whole))).toBeNull()
    expect(faultOf(binary({ asset, buffers: [{ byteLength: 4 }] }))).toBeNull()
  })

  it('is not if parts lie elsewhere', () => {
    expect(faultOf(bytesOf({ asset, buffers: [{ uri: 'ship.bin' }] }))).toBe('parts')
    expect(faultOf(binary({ asset, images: [{ uri: 'https://example.org/a.png' }] }))).toBe('parts')
  })

  it('is not if it needs a decoder that is not there', () => {
    expect(faultOf(bytesOf({ asset, extensionsUsed: ['KHR_texture_basisu'] }))).toBe('decoder')
    expect(faultOf(bytesOf({ asset, extensionsUsed: ['KHR_draco_mesh_compression'] }))).toBeNull()
  })

  it('is broken without what glTF 2.0 asks for', () => {
    const some = [
      bytesOf(''),
      bytesOf('[]'),
      bytesOf('{'),
      bytesOf({ asset: { version: '1.0' } }),
      binary({ asset }, 1),
    ]
    expect(some.map(faultOf)).toEqual(some.map(() => 'broken'))
    expect(faultOf(binary({ asset }).subarray(0, 30))).toBe('broken')
  })
})
