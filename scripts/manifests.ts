// `make manifests`: renders the chart into k8s/.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { environment } from './lib/environment.ts'
import { MANIFESTS, renderManifests } from './lib/manifests.ts'
import { ROOT } from './lib/places.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

for (const one of MANIFESTS) {
  const file = path.join(one.folder, 'nido.yaml')
  await writeFile(path.join(ROOT, file), await renderManifests({ env: environment(), say }, one))
  say(`${file} is written.`)
}
