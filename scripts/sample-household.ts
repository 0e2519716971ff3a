// A household with made-up files, as it looks after some weeks of use: for pictures of the page.
import sharp from 'sharp'
import { epubBook } from '../tests/helpers/books.ts'
import type { Client } from '../tests/helpers/client.ts'
import { encodePath } from '../tests/helpers/client.ts'
import { pdfBook } from '../tests/helpers/documents.ts'
import { film, hasFfmpeg } from '../tests/helpers/media.ts'
import { stlModel } from '../tests/helpers/models.ts'
import { pack } from '../tests/helpers/packed-zip.ts'
import { wavTone } from '../tests/helpers/real-files.ts'

const DAY_MS = 86_400_000
/** Width and height of the photos. */
const SHAPES = [
  [1800, 1200],
  [1200, 1600],
  [1600, 1000],
]

/** The colours of a made-up landscape. */
interface Landscape {
  sky: [string, string]
  hills: [string, string, string]
  sun: { x: number; y: number; colour: string }
}

const DAWN: Landscape = {
  sky: ['#f6c89f', '#e98a6b'],
  hills: ['#b5656a', '#7d4b62', '#43324f'],
  sun: { x: 70, y: 42, colour: '#fff1cf' },
}
const LANDSCAPES: readonly Landscape[] = [
  DAWN,
  { sky: ['#bfe3f2', '#e9f6f5'], hills: ['#8fbfb0', '#5d9382', '#2f6457'], sun: { x: 24, y: 26, colour: '#fffbe6' } },
  { sky: ['#1d2b53', '#5b5f97'], hills: ['#3b4371', '#262c52', '#141833'], sun: { x: 62, y: 22, colour: '#f4f1de' } },
  { sky: ['#fdebc8', '#f7d794'], hills: ['#e0a458', '#b5763a', '#7a4a25'], sun: { x: 40, y: 34, colour: '#ffffff' } },
  { sky: ['#d7e8f7', '#f5f9fc'], hills: ['#c3d3e3', '#93a9c2', '#5f7896'], sun: { x: 80, y: 20, colour: '#ffffff' } },
  { sky: ['#9ad0c2', '#ecf4d6'], hills: ['#5f9e8b', '#2d8f7b', '#165c50'], sun: { x: 52, y: 30, colour: '#fff7d1' } },
]

/** A hill's outline in percent, from the left to the right. `seed` moves its waves. */
function hill(height: number, seed: number): string {
  const points = Array.from({ length: 21 }, (_, step) => {
    const wave = Math.sin(step * 0.55 + seed) * 5 + Math.sin(step * 1.3 + seed * 2) * 2.5
    return `${step * 5},${(height + wave).toFixed(1)}`
  })
  return `0,100 ${points.join(' ')} 100,100`
}

/** A landscape as JPEG, with what a camera writes into it. */
async function photo(index: number, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const { sky, hills, sun } = LANDSCAPES[index % LANDSCAPES.length] ?? DAWN
  const layers = hills.map(
    (colour, layer) => `<polygon fill="${colour}" points="${hill(56 + layer * 13, index + layer)}"/>`,
  )
  const stops = `<stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/>`
  const box = `width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box}>
    <defs><linearGradient id="sky" x2="0" y2="1">${stops}</linearGradient></defs>
    <rect width="100" height="100" fill="url(#sky)"/>
    <ellipse cx="${sun.x}" cy="${sun.y}" rx="${(6 * height) / width}" ry="6" fill="${sun.colour}"/>
    ${layers.join('')}
  </svg>`
  const exif = { IFD0: { Make: 'Fujifilm', Model: 'X100V' }, IFD2: { DateTimeOriginal: '2026:07:18 19:42:10' } }
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).withExif(exif).toBuffer()
}

/** Writes the files of a household into a person's home. */
export async function fillHousehold(person: Client): Promise<void> {
  const now = Date.now()
  const put = async (path: string, body: string | Buffer, daysAgo: number) => {
    const modified = Math.round(now - daysAgo * DAY_MS)
    const address = `/api/resources${encodePath(path)}?override=true&modified=${modified}`
    ;(await person.post(address, Buffer.from(body))).expect(200)
  }
  for (let index = 0; index < 18; index += 1) {
    const [width = 1600, height = 1000] = SHAPES[index % SHAPES.length] ?? []
    await put(`/Photos/Mallorca/IMG ${4120 + index * 3}.jpg`, await photo(index, { width, height }), 120 - index / 10)
  }
  for (const folder of ['Documents/Taxes', 'School', 'Projects/Balcony garden'])
    (await person.post(`/api/resources${encodePath(`/${folder}`)}/`)).expect(200)
  await put('/Recipes/Lentil soup.md', RECIPE, 3)
  await put('/Documents/Household 2026.csv', budget(), 6)
  await put('/Documents/Rental contract.txt', 'Contract of tenancy\n\nBetween …', 200)
  await put('/Documents/Boiler manual.pdf', pdfBook(12), 700)
  await put('/Documents/Receipts 2025.zip', receipts(), 320)
  await put('/Documents/Router backup.bin', Buffer.alloc(48_000, 7), 90)
  await put('/Documents/The clocks.epub', epubBook({ outside: '.' }), 64)
  await put('/Music/Evening tone.wav', wavTone(7), 12)
  if (await hasFfmpeg()) await put('/Music/Concert.mp4', await film('darkslateblue', 20), 9)
  await put('/Projects/Shelf bracket.stl', stlModel(), 20)
  await put('/Projects/lights.ts', CODE, 1)
  await put('/Shopping list.txt', 'Bread\nTomatoes\nOlive oil\nCoffee\n', 0.2)
  await put('/Holiday plans.md', '# Holiday plans\n\n- Ferry on Saturday, 9:40\n- Pick up the keys\n', 1)
  await put('/Balcony in June.jpg', await photo(5, { width: 1600, height: 1067 }), 160)
  await put('/Sunset.jpg', await photo(0, { width: 1800, height: 1200 }), 30)
  await put('/Old notes.txt', 'These notes are not needed any more.\n', 400)
}

const RECIPE = `# Lentil soup

For **four** people, in 40 minutes.

| Ingredient | Amount |
| --- | --- |
| Lentils | 250 g |
| Carrots | 3 |
| Vegetable stock | 1.2 l |

1. Fry the vegetables for five minutes.
2. Add the lentils and the stock.
3. Simmer for half an hour, then add *a little vinegar*.
`

const CODE = `// Switches the lights of the balcony on at dusk.
import { lights, sunset } from './house.ts'

export async function atDusk(): Promise<void> {
  const { hour, minute } = await sunset('Palma')
  lights.schedule({ hour, minute }, () => lights.on('balcony', { brightness: 0.6 }))
}
`

const receipts = (): Buffer =>
  pack(
    ['Electricity', 'Internet', 'Insurance'].flatMap((name) =>
      ['January', 'July'].map((month) => ({ name: `${name}/${month}.txt`, body: `${name}, paid in ${month}\n` })),
    ),
  )

function budget(): string {
  const groups = ['Groceries', 'Rent', 'Electricity', 'School', 'Savings', 'Insurance']
  const months = ['January', 'February', 'March', 'April', 'May', 'June']
  const rows = months.flatMap((month, at) =>
    groups.map((group, index) => `${month};${group};${(412.5 + index * 97.3 + at * 11.15).toFixed(2)}`),
  )
  return ['Month;For;Euro', ...rows].join('\n')
}
