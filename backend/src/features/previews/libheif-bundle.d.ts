// The part of libheif-js that we use: the package describes its other entries only, and those with any type.
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  export interface HeifImage {
    readonly handle: object
    get_width(): number
    get_height(): number
    is_primary(): boolean
    free(): void
  }
  /** A decoded picture: its rows, one or more channels together. They lie in the memory of the program. */
  interface DecodedImage {
    image: object
    channels: { id: unknown; data: Uint8Array<ArrayBuffer>; stride: number; width: number; height: number }[]
  }
  export interface LibHeif {
    HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] }
    heif_colorspace: { heif_colorspace_RGB: object }
    heif_chroma: { heif_chroma_interleaved_RGB: object }
    /** Turned and mirrored as the file says. `code`: of an error. */
    heif_js_decode_image2(handle: object, colours: object, chroma: object): DecodedImage | { code: object } | undefined
    heif_image_release(image: object): void
  }
  export default function createLibHeif(): Promise<LibHeif>
}
