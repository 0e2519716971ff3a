// The parts of three that are used; it has no types of its own.
declare module 'three' {
  export class Object3D {
    readonly rotation: { x: number }
    add(child: Object3D): this
    traverse(visit: (child: Object3D) => void): void
  }
  export class BufferGeometry {
    hasAttribute(name: string): boolean
    getAttribute(name: string): { count: number }
    computeVertexNormals(): void
  }
  export type Material = MeshStandardMaterial
  export class MeshStandardMaterial {
    readonly roughness: number
    constructor(options: { color: number; roughness: number; metalness: number; vertexColors: boolean; side: number })
  }
  export class Mesh extends Object3D {
    constructor(geometry: BufferGeometry, material: Material)
    readonly geometry: BufferGeometry
    material: Material
  }
  export class Group extends Object3D {}
  export const DoubleSide: number
}
declare module 'three/examples/jsm/loaders/STLLoader.js' {
  import type { BufferGeometry } from 'three'
  export class STLLoader {
    parse(bytes: ArrayBuffer): BufferGeometry
  }
}
declare module 'three/examples/jsm/loaders/OBJLoader.js' {
  import type { Object3D } from 'three'
  export class OBJLoader {
    parse(text: string): Object3D
  }
}
declare module 'three/examples/jsm/exporters/GLTFExporter.js' {
  import type { Object3D } from 'three'
  export class GLTFExporter {
    parseAsync(object: Object3D, options: { binary: true }): Promise<ArrayBuffer>
  }
}
