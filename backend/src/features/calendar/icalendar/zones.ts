// Which IANA time zone a file means. Programs have names of their own for them: those of Windows, and long ones that
// end in the usual one.
import { findIana, type WindowsZoneName } from 'windows-iana'
import { isZone } from '../times.ts'
import { type Component, componentsOf, propertyText } from './properties.ts'

/** Names by TZID; null for one that is unknown. */
export type ZoneNames = (tzid: string) => string | null

/** `calendar`: its `VTIMEZONE`s may tell the usual name, too. */
export function zoneNamesOf(calendar: Component): ZoneNames {
  const told = new Map(
    componentsOf(calendar, 'vtimezone').map((zone) => [
      propertyText(zone, 'tzid'),
      propertyText(zone, 'x-lic-location') || propertyText(zone, 'tzid-alias-of'),
    ]),
  )
  const known = new Map<string, string | null>()
  return (tzid) => {
    const before = known.get(tzid)
    if (before !== undefined) return before
    const name = candidatesOf(tzid, told.get(tzid) ?? '').find((one) => NAME.test(one) && isZone(one)) ?? null
    known.set(tzid, name)
    return name
  }
}

/** As in the contract. */
const NAME = /^[A-Za-z][\w+\-/]{0,63}$/

function candidatesOf(tzid: string, told: string): string[] {
  const name = tzid.replace(/^"|"$/g, '').trim()
  const [windows] = findIana(name as WindowsZoneName)
  // `/mozilla.org/20050126_1/Europe/Madrid`, `/citadel.org/20210210_1/America/Argentina/Buenos_Aires`
  const words = name.split('/').filter(Boolean)
  const ends = words.length > 2 ? [words.slice(-3).join('/'), words.slice(-2).join('/')] : []
  return [name, told, windows ?? '', ...ends]
}
