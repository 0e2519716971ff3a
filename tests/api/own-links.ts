// The setting of tests about links: a person, their links, and a guest, beside what own-folder.ts provides.
import { beforeAll } from '@jest/globals'
import { guestOf, linksOf } from './links-client.ts'
import { me, site } from './own-folder.ts'

export let links: ReturnType<typeof linksOf>
export let guest: ReturnType<typeof guestOf>

beforeAll(() => {
  links = linksOf(me.client)
  guest = guestOf(site.client())
})
