// Converts models in STL and OBJ, which contain only shapes, to the one format that the viewer shows.
import { type BufferGeometry, DoubleSide, Group, Mesh, MeshStandardMaterial, type Object3D } from 'three'
import { GLTFExporter } from 'three/examples/jsm/exporters/GLTFExporter.js'
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js'
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js'

/**
 * The same shapes as a binary glTF.
 * @throws Error if there are no shapes
 */
export async function toGlb(bytes: Uint8Array<ArrayBuffer>, format: 'stl' | 'obj'): Promise<Uint8Array<ArrayBuffer>> {
  const model = format === 'stl' ? readStl(bytes) : readObj(bytes)
  const shapes = shapesIn(model)
  if (shapes.length === 0) throw new Error('the model has no shapes')
  for (const shape of shapes) {
    shape.geometry.computeVertexNormals()
    shape.material = clay(shape.geometry)
  }
  return new Uint8Array(await new GLTFExporter().parseAsync(model, { binary: true }))
}

function readStl(bytes: Uint8Array<ArrayBuffer>): Object3D {
  const geometry = new STLLoader().parse(bytes.buffer)
  const model = new Group().add(new Mesh(geometry, clay(geometry)))
  // In files for 3D printers z is up; in glTF y is up.
  model.rotation.x = -Math.PI / 2
  return model
}

const readObj = (bytes: Uint8Array): Object3D => new OBJLoader().parse(new TextDecoder().decode(bytes))

function shapesIn(model: Object3D): Mesh[] {
  const shapes: Mesh[] = []
  model.traverse((child) => {
    if (child instanceof Mesh && (child.geometry as BufferGeometry).getAttribute('position')?.count > 0)
      shapes.push(child)
  })
  return shapes
}

/** Grey, and visible from both sides, because in many of these files the sides face the wrong way. */
const clay = (geometry: BufferGeometry): MeshStandardMaterial =>
  new MeshStandardMaterial({
    color: 0xa4a4aa,
    roughness: 0.75,
    metalness: 0,
    vertexColors: geometry.hasAttribute('color'),
    side: DoubleSide,
  })
