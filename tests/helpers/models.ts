// Small real 3D models for tests.

/** A tetrahedron in glTF 2.0, with everything in itself. `more` is added to what describes it. */
export function gltfModel(more: object = {}): Buffer {
  const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
  const sides = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]
  const bytes = Buffer.concat([
    Buffer.from(new Float32Array(points).buffer),
    Buffer.from(new Uint16Array(sides).buffer),
  ])
  const model = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
      { bufferView: 1, componentType: 5123, count: 12, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: 48 },
      { buffer: 0, byteOffset: 48, byteLength: 24 },
    ],
    buffers: [{ byteLength: 72, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
    ...more,
  }
  return Buffer.from(JSON.stringify(model))
}

/** The same shape in STL, as text. */
export const stlModel = (): string => {
  const corners = ['0 0 0', '1 0 0', '0 1 0', '0 0 1']
  const side = (...of: number[]) =>
    `facet normal 0 0 0\nouter loop\n${of.map((at) => `vertex ${corners[at] ?? ''}`).join('\n')}\nendloop\nendfacet`
  return ['solid a', side(0, 2, 1), side(0, 1, 3), side(0, 3, 2), side(1, 2, 3), 'endsolid a', ''].join('\n')
}

/** The same shape in OBJ. */
export const objModel = (): string => 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'
