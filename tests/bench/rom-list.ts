// The list of a person's games alone, without a server: the names come from an index in memory that has other files as
// well, and become the JSON that is sent. Measures processor time, which other load on the machine does not change.
// Exits with 1 if 5,000 ROMs, each with a cover, take more than 50 ms. ROMS=50000 for more of them.
import { environment } from '../../scripts/lib/environment.ts'
import { type ArcadeOptions, HouseArcade } from '../../backend/src/features/arcade/service.ts'
import { isWithin, treeOfPerson } from './person-tree.ts'

const ROMS = Number(environment()['ROMS'] ?? 5_000)
const MOST_MS = (50 * ROMS) / 5_000
const OTHER_FILES = 100_000
const TITLES = ['Space Race', 'The Long Way Home', 'Puzzle Days', 'Forest Kart', 'Night Pilot']

const romsOf = (made: number) => {
  const stem = `ARCADE/gb/${TITLES[made % TITLES.length] ?? ''} ${made} (Europe) (Rev 1)`
  return [`${stem}.gb`, `${stem}.png`]
}

const { access, tree, actor } = treeOfPerson([
  ...Array.from({ length: ROMS }, (_, made) => romsOf(made)).flat(),
  ...Array.from({ length: OTHER_FILES }, (_, made) => `folder ${made % 100}/${2000 + (made % 26)}/file ${made}.jpg`),
])
const unused = () => {
  throw new Error('a list opens nothing')
}
const arcade = new HouseArcade({
  access,
  tree,
  files: { open: unused },
  openedArchives: { open: unused },
  zippedRoms: { look: async () => [] },
  baseUrl: '',
} satisfies ArcadeOptions)
const isQuick = await isWithin(MOST_MS, `a list of ${ROMS} ROMs`, async () => {
  const { roms } = await arcade.list(actor, 'gb')
  const covers = roms.filter(({ cover }) => cover !== '').length
  if (roms.length !== ROMS || covers !== ROMS || JSON.stringify(roms).length < ROMS)
    throw new Error(`the list has ${roms.length} of ${ROMS} ROMs, ${covers} of them with a cover`)
})
process.exit(isQuick ? 0 : 1)
