// What tests of links begin with: a person, its links, and a guest, beside what own-folder.ts gives.
import { beforeAll } from '@jest/globals'
import { guestOf, linksOf } from './links-client.ts'
import { me, site } from './own-folder.ts'

export let links: ReturnType<typeof linksOf>
export let guest: ReturnType<typeof guestOf>

beforeAll(() => {
  links = linksOf(me.client)
  guest = guestOf(site.client())
})
