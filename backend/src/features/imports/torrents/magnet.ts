// Magnet links of torrents (BEP 9). Only what is needed is taken from them: addresses of single peers and of other
// files with the torrent are not.
import { IMPORT_LINK_MAX_LENGTH } from '../../../../contract/limits.ts'
import { failed } from '../landing-failures.ts'
import { cleanName } from '../names.ts'
import { type Metainfo, trackersAmong, webSeedsAmong } from './metainfo.ts'

/** What a magnet link tells. `name`: '' if it tells none. */
export type Magnet = Pick<Metainfo, 'infoHash' | 'name' | 'trackers' | 'webSeeds'>

const VERSION_1 = /^urn:btih:([0-9a-f]{40}|[a-z2-7]{32})$/i
const VERSION_2 = /^urn:btmh:/i
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const NAME_MAX = 150

/** @throws JobFailed `badLink`, `onlyVersion2` */
export function readMagnet(link: string): Magnet {
  if (link.length > IMPORT_LINK_MAX_LENGTH || !/^magnet:\?/i.test(link)) throw failed('badLink')
  const query = new URLSearchParams(link.slice(link.indexOf('?') + 1))
  // Several of one kind may be numbered: `xt.1`, `tr.2`.
  const all = (key: string) =>
    [...query].filter(([name]) => name.replace(/\.\d+$/, '') === key).map(([, value]) => value)
  const topics = all('xt')
  const hash = topics.map((topic) => VERSION_1.exec(topic)?.[1]).find((one) => one !== undefined)
  if (hash === undefined) throw failed(topics.some((topic) => VERSION_2.test(topic)) ? 'onlyVersion2' : 'badLink')
  return {
    infoHash: hash.length === 40 ? hash.toLowerCase() : hexOfBase32(hash.toLowerCase()),
    name: cleanName(query.get('dn') ?? '', NAME_MAX),
    trackers: trackersAmong(all('tr')),
    webSeeds: webSeedsAmong(all('ws')),
  }
}

/** 32 characters of RFC 4648's base32, which are 20 bytes. */
function hexOfBase32(text: string): string {
  const bits = [...text].reduce((sum, character) => (sum << 5n) | BigInt(BASE32.indexOf(character)), 0n)
  return bits.toString(16).padStart(40, '0')
}
