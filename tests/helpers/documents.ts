// Small real documents for tests, written by hand.

/**
 * A PDF with many pages, an outline ("Chapter 1" to "Chapter 5") and a link to another site (ISO 32000). `lines`: how
 * many of text each page has below its heading.
 */
export function pdfBook(pages: number, lines = 0): Buffer {
  const first = 10
  const page = (index: number) => first + index * 2
  const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
  const chapter = (number: number) =>
    `<< /Title (Chapter ${number}) /Parent 3 0 R /Dest [${page(number - 1)} 0 R /XYZ 0 792 null] ` +
    `${number > 1 ? `/Prev ${number + 2} 0 R ` : ''}${number < 5 ? `/Next ${number + 4} 0 R ` : ''}>>`
  const kids = Array.from({ length: pages }, (_, index) => `${page(index)} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Outlines 3 0 R /Lang (en) >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    '<< /Type /Outlines /First 4 0 R /Last 8 0 R /Count 5 >>',
    ...[1, 2, 3, 4, 5].map(chapter),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...Array.from({ length: pages }, (_, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${page(index) + 1} 0 R ` +
        '/Resources << /Font << /F1 9 0 R >> >> ' +
        `${index === 0 ? `/Annots [${LINK}] ` : ''}>>`,
      stream(`BT /F1 24 Tf 72 720 Td (Page ${index + 1} of the book) Tj /F1 9 Tf ${textOf(index, lines)}ET`),
    ]).flat(),
  ]
  return pdfOf(objects)
}

const WORDS = 'all happy families are alike every unhappy family is in its own way'.split(' ')

const textOf = (page: number, lines: number): string =>
  Array.from({ length: lines }, (_, line) => {
    const words = Array.from({ length: 14 }, (_, at) => WORDS[(page * 7 + line * 5 + at * 3) % WORDS.length])
    return `0 -12 Td (${words.join(' ')}) Tj `
  }).join('')

const LINK =
  '<< /Type /Annot /Subtype /Link /Rect [72 600 300 640] /Contents (Example) ' +
  '/A << /S /URI /URI (https://example.org/) >> >>'

function pdfOf(objects: readonly string[]): Buffer {
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n` +
      `${body.length}\n%%EOF\n`,
    'latin1',
  )
}
