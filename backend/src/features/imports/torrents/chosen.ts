// Which files of a torrent are wanted, and in which order. People count the files that they see; the torrent counts
// those that are left out, too.
import { failed } from '../landing-failures.ts'
import type { TorrentSource } from '../types.ts'
import { visibleFiles } from './details.ts'
import type { Metainfo } from './metainfo.ts'

/** The numbers of the wanted files, in the torrent's order. @throws JobFailed `badTorrent` if there are none */
export function wantedOf(torrent: Pick<Metainfo, 'files'>, { wanted }: Pick<TorrentSource, 'wanted'>): number[] {
  const all = visibleFiles(torrent)
  const chosen = wanted && new Set(wanted)
  const found = all.filter((_, index) => chosen?.has(index) ?? true)
  if (found.length === 0) throw failed('badTorrent', 'it has none of the files that are wanted')
  return found
}

/** Puts numbers of files into the order in which they come: some of them first, then the others as in the torrent. */
export function fetchOrderOf(
  torrent: Pick<Metainfo, 'files'>,
  first: readonly number[],
): (numbers: readonly number[]) => number[] {
  const all = visibleFiles(torrent)
  const ranks = new Map(first.map((index, rank) => [all[index] ?? -1, rank]))
  const rankOf = (number: number) => ranks.get(number) ?? first.length
  return (numbers) => numbers.toSorted((one, other) => rankOf(one) - rankOf(other) || one - other)
}

/** Bytes of some files. */
export const chosenBytesOf = ({ files }: Pick<Metainfo, 'files'>, numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + (files[number]?.size ?? 0), 0)
