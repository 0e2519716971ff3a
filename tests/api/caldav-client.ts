// CalDAV as programs speak it.
import type { MadeDevice } from '../../backend/contract/calendar.ts'
import type { Client, RequestOptions } from '../helpers/client.ts'
import type { Site } from '../helpers/nido.ts'

export const makeDevice = async (client: Client, name = 'Phone') =>
  (await client.post('/api/calendar/devices', { name })).expect(200).json<MadeDevice>()
export const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** What a program sends with the password of a device. */
export async function deviceOf(site: Pick<Site, 'client'>, client: Client) {
  const { username, password } = await makeDevice(client)
  const Authorization = basic(username, password)
  const stranger = site.client()
  return (method: string, path: string, { headers, ...options }: RequestOptions = {}) =>
    stranger.send(method, path, { ...options, headers: { Authorization, ...headers } })
}

export const XML = { 'Content-Type': 'application/xml' }
export const SPACES = 'xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"'
export const propfind = (...names: string[]) =>
  `<propfind ${SPACES}><prop>${names.map((name) => `<${name}/>`).join('')}</prop></propfind>`
/** `more`: other properties. */
export const MKCALENDAR = (name: string, more = '') =>
  `<c:mkcalendar ${SPACES}><set><prop><displayname>${name}</displayname>${more}</prop></set></c:mkcalendar>`
export const SYNC = (token: string) =>
  `<sync-collection xmlns="DAV:"><sync-token>${token}</sync-token><sync-level>1</sync-level>` +
  '<prop><getetag/></prop></sync-collection>'
export const query = (filter: string, data = '<c:calendar-data/>') =>
  `<c:calendar-query ${SPACES}><prop><getetag/>${data}</prop>
   <c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${filter}</c:comp-filter></c:comp-filter>
   </c:filter></c:calendar-query>`
export const tokenIn = (text: string) => /<d:sync-token>([^<]+)</.exec(text)?.[1] ?? ''
export const TEXT = (...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//a//b//EN',
    'BEGIN:VEVENT',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
export const WALK = ['UID:walk', 'SUMMARY:Walk', 'DTSTART:20270118T081500Z', 'DURATION:PT1H']
