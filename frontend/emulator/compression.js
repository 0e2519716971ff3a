// Nido's own part of the emulator: opens the cores as scripts/lib/emulator.ts has packed them. It takes the place of
// EmulatorJS's class of this name, whose unpackers need workers and eval. Anything else passes as it is.
class EJS_COMPRESSION {
  constructor(EJS) {
    this.EJS = EJS
  }

  isCompressed(bytes) {
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? 'gzip' : null
  }

  async decompress(bytes, _onProgress, onFile) {
    if (!this.isCompressed(bytes)) {
      onFile?.('!!notCompressedData', bytes)
      return { '!!notCompressedData': bytes }
    }
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
    const whole = new Uint8Array(await new Response(stream).arrayBuffer())
    const length = new DataView(whole.buffer).getUint32(0, true)
    let at = 4 + length
    const files = {}
    for (const [name, size] of JSON.parse(new TextDecoder().decode(whole.subarray(4, at)))) {
      const file = whole.slice(at, at + size)
      at += size
      onFile?.(name, file)
      files[name] = onFile ? true : file
    }
    return files
  }
}

window.EJS_COMPRESSION = EJS_COMPRESSION
