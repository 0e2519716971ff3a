// `make emulator`: builds the emulator of the arcade into dist/emulatorjs.
import { buildEmulator } from './lib/emulator.ts'

await buildEmulator((line) => process.stdout.write(`${line}\n`))
