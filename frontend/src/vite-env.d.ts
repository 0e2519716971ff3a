/// <reference types="vite/client" />

// A part of a language's texts (i18n/parts.ts, vite.config.ts).
declare module '*.json?part=start' {
  const texts: object
  export default texts
}
declare module '*.json?part=guest' {
  const texts: object
  export default texts
}
declare module '*.json?part=files' {
  const texts: object
  export default texts
}

declare module 'virtual:page-texts' {
  /** Where the texts of a part of the page are, in a language (vite.config.ts). */
  export function addressOfTexts(locale: string, part: string): string
}

declare module 'virtual:pdf-parts' {
  /** The address of the folder with what the PDF library fetches by name (vite.config.ts). */
  export const PDF_PARTS: string
}
