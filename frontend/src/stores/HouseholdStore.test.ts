import { describe, expect, it } from '@jest/globals'
import { DEFAULT_IMPORTS } from '../../../backend/contract/import-settings.ts'
import type { Settings } from '../../../backend/contract/settings.ts'
import { settings as schema } from '../../../backend/contract/settings.ts'
import { problem, testRoot } from './test-root.ts'
import { householdOf } from './HouseholdStore.ts'

const parsed = schema.parse({ branding: { name: 'Ours' } })
const first: Settings = {
  ...parsed,
  branding: { ...parsed.branding, reportUrl: '' },
  retentionDays: 30,
  sharedLimit: 0,
  imports: DEFAULT_IMPORTS,
  authMethod: 'json',
}
const NO_FILES = { logo: null, icon: null, css: null }

/** A server that keeps what is put. */
function open(over: Partial<Settings> = {}) {
  const server: { stored: Settings; isBroken: boolean } = { stored: { ...first, ...over }, isBroken: false }
  const page = testRoot((call, _query, body) => {
    if (server.isBroken) return problem(503, 'unavailable')
    if (call === 'PUT /api/settings') server.stored = body as Settings
    if (call === 'PUT /api/branding/logo')
      return Response.json({ ...NO_FILES, logo: { type: 'image/png', size: 1, address: '/logo?v=1' } })
    if (call === 'DELETE /api/branding/logo') return new Response(null, { status: 204 })
    return Response.json(call === 'GET /api/branding' ? NO_FILES : server.stored)
  })
  return { ...page, household: householdOf(page.root), server }
}

describe('the settings of the household', () => {
  it('are saved as a whole, over what somebody else has saved meanwhile, and the page goes by them', async () => {
    const { root, household, server } = open()
    await household.load()
    expect([household.isDirty, root.settings.Name]).toEqual([false, 'Ours'])
    household.change({ signup: true, branding: { ...first.branding, color: '#0000ff', name: '' } })
    expect([household.isDirty, root.ui.triedColour, root.settings.Color]).toEqual([true, '#0000ff', ''])
    server.stored = { ...server.stored, retentionDays: 7 }
    expect(await household.check()).toBe(true)
    await household.save()
    expect(server.stored).toMatchObject({ signup: true, retentionDays: 7, branding: { name: '', color: '#0000ff' } })
    expect([
      household.isDirty,
      root.settings.Signup,
      root.settings.Name,
      root.settings.Color,
      root.settings.RetentionDays,
    ]).toEqual([false, true, 'Nido', '#0000ff', 7])
  })

  it('are not to be saved while something in them is wrong, which is told from then on', async () => {
    const { household } = open()
    await household.load()
    household.change({ retryCount: 'many', rules: [{ regex: false, allow: false, path: 'x', regexp: null }] })
    expect(household.troubles.numbers.size).toBe(0)
    expect(await household.check()).toBe(false)
    expect([[...household.troubles.numbers], [...household.ruleTroubles]]).toEqual([['retryCount'], [[0, 'path']]])
    household.change({ retryCount: '3', rules: [] })
    await new Promise((resolve) => setTimeout(resolve))
    expect(household.isWrong).toBe(false)
    household.discard()
    expect([household.isDirty, household.isChecked]).toEqual([false, false])
  })

  it('stay in the form where they could not be saved, and what was typed meanwhile stays, too', async () => {
    const { household, server } = open()
    await household.load()
    household.change({ signup: true })
    server.isBroken = true
    await expect(household.save()).rejects.toMatchObject({ code: 'unavailable' })
    expect(household.form?.signup).toBe(true)
    server.isBroken = false
    const saving = household.save()
    household.change({ retryCount: '9' })
    await saving
    expect([server.stored.tus.retryCount, household.form?.retryCount, household.isDirty]).toEqual([5, '9', true])
  })

  it('show a file of the house at once, and no longer when it is taken away', async () => {
    const { root, household } = open()
    await household.load()
    await household.putFile('logo', new Blob(['x']))
    expect([household.branding?.logo?.size, root.settings.LogoURL]).toEqual([1, '/logo?v=1'])
    await household.removeFile('logo')
    expect([household.branding?.logo, root.settings.LogoURL]).toEqual([null, ''])
  })

  it('give the page its colour back when nobody works on them any more', async () => {
    const { root, household } = open({ branding: { ...first.branding, color: '#112233' } })
    await household.load()
    household.change({ branding: { ...first.branding, color: '#ff0000' } })
    household.forget()
    expect([root.ui.triedColour ?? root.settings.Color, household.form]).toEqual(['#112233', null])
  })

  it('say why they cannot be fetched', async () => {
    const { household, server } = open()
    server.isBroken = true
    await household.load()
    expect([household.form, household.stored.error?.code]).toEqual([null, 'unavailable'])
  })
})
