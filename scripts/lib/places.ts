// Where the project lies, and the Node.js that package.json pins.
import path from 'node:path'

export const ROOT = path.join(import.meta.dirname, '..', '..')
export const NODE = path.join(ROOT, 'node_modules', '.bin', 'node')
