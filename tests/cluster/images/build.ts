// Builds the images for the tests on a cluster and tells where they are: `build.ts`.
import { environment } from '../../../scripts/lib/environment.ts'
import { findImages } from './images.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
say(await findImages({ env: environment(), say }))
