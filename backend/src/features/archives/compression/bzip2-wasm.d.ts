declare module 'bzip2-wasm' {
  /** bzip2 1.0.8 as WebAssembly. */
  export default class BZip2 {
    init(): Promise<void>
    /**
     * @param blockSize in 100,000 bytes, 1 to 9
     * @param room the maximum size of the output in bytes
     * @throws Error when it does not fit
     */
    compress(bytes: Uint8Array, blockSize: number, room: number): Uint8Array
    /**
     * @param room the maximum size of the output in bytes
     * @throws Error when it does not fit (`BZ_OUTBUFF_FULL: …`), and for broken bytes
     */
    decompress(bytes: Uint8Array, room: number): Uint8Array
    /** Exists after `init`. */
    wasmModule: { _malloc(bytes: number): number; _free(pointer: number): void }
  }
}
