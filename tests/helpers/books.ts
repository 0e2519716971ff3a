// Small real books for tests (EPUB 3.3).
import { pack, type Packed } from './packed-zip.ts'
import { pngPicture } from './real-files.ts'

const CHAPTERS = [1, 2, 3]
const WORDS = 'It was a bright cold day in April, and the clocks were striking thirteen. '

/** A chapter that tries what no book may do; `outside` is an address that nobody must ask. */
const chapter = (number: number, outside: string): string => `<?xml version="1.0" encoding="utf-8"?>
<?xml-stylesheet href="${outside}/style.css"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head>
  <title>Chapter ${number}</title>
  <link rel="stylesheet" href="book.css"/>
  <link rel="stylesheet" href="${outside}/other.css"/>
  <link rel="prefetch" href="${outside}/ahead"/>
  <script>parent.document.title = 'ran'; top.ran = true</script>
</head>
<body onload="top.ran = true" style="background: url(${outside}/body.png)">
  <h1>Chapter ${number}</h1>
  <p><a href="chapter3.xhtml">To the end</a> <a href="javascript:top.ran = true">press</a></p>
  <img src="dot.png" alt="A dot"/> <img src="${outside}/spy.png" srcset="${outside}/spy2.png" alt=""/>
  <svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="${outside}/spy.svg"/></svg>
  <iframe src="${outside}/frame"></iframe>
  ${Array.from({ length: 30 }, () => `<p>${WORDS.repeat(4)}</p>`).join('\n')}
</body>
</html>`

const STYLE = (outside: string): string => `@import "${outside}/more.css";
@font-face { font-family: Own; src: url("own.woff2"); }
@font-face { font-family: Foreign; src: url(${outside}/font.woff2); }
h1 { font-family: Own, serif; background: url('${outside}/head.png'); }
body { background: white; color: black; }`

interface BookParts {
  /** WOFF2. */
  font?: Buffer
  picture?: Buffer
  outside?: string
  /** Entries in addition. */
  more?: Packed[]
}

/** A book of three chapters: "The Clocks" by two authors. */
export function epubBook(parts: BookParts = {}): Buffer {
  const { font = Buffer.alloc(4), picture = pngPicture(1), outside = 'https://example.org', more = [] } = parts
  const items = CHAPTERS.map((n) => `<item id="c${n}" href="chapter${n}.xhtml" media-type="application/xhtml+xml"/>`)
  const links = CHAPTERS.map((n) => `<li><a href="chapter${n}.xhtml">Chapter ${n}</a></li>`)
  return pack([
    { name: 'mimetype', body: 'application/epub+zip', method: 0 },
    {
      name: 'META-INF/container.xml',
      body:
        '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>' +
        '<rootfile full-path="in/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    },
    {
      name: 'in/book.opf',
      body: `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:1</dc:identifier>
<dc:title>The Clocks</dc:title><dc:language>en</dc:language>
<dc:creator>Ada Alba</dc:creator><dc:creator>Bo Berg</dc:creator></metadata>
<manifest>${items.join('')}<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="css" href="book.css" media-type="text/css"/><item id="dot" href="dot.png" media-type="image/png"/>
<item id="font" href="own.woff2" media-type="font/woff2"/></manifest>
<spine>${CHAPTERS.map((n) => `<itemref idref="c${n}"/>`).join('')}</spine></package>`,
    },
    {
      name: 'in/nav.xhtml',
      body:
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>' +
        `<nav epub:type="toc"><ol>${links.join('')}</ol></nav></body></html>`,
    },
    { name: 'in/book.css', body: STYLE(outside) },
    { name: 'in/dot.png', body: picture },
    { name: 'in/own.woff2', body: font },
    ...CHAPTERS.map((n) => ({ name: `in/chapter${n}.xhtml`, body: chapter(n, outside) })),
    ...more,
  ])
}

/** What a shop's protection adds to a book. */
export const PROTECTION: Packed = {
  name: 'META-INF/encryption.xml',
  body:
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#">' +
    '<e:EncryptedData><e:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>' +
    '<e:CipherData><e:CipherReference URI="in/chapter1.xhtml"/></e:CipherData></e:EncryptedData></encryption>',
}
