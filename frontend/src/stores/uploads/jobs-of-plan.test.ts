import { describe, expect, it } from '@jest/globals'
import { jobsOfPlan } from './jobs-of-plan.ts'
import type { UploadPlan } from './plan.ts'

const plan = (...paths: string[]): UploadPlan => ({
  files: paths.map((path) => ({ path, file: new File(['abc'], 'x'), override: false })),
  folders: [],
  unreadable: [],
  skipped: 0,
})

describe('making jobs of a plan', () => {
  it('puts single files under the folder they go into', () => {
    expect(jobsOfPlan(plan('/in/a', '/in/b'), { folder: '/in', whole: '' }).jobs.map(({ group }) => group)).toEqual([
      '/in',
      '/in',
    ])
  })
  it('puts the files of a whole folder under its name, also in the root', () => {
    expect(jobsOfPlan(plan('/trip/day/a'), { folder: '/', whole: 'trip' }).jobs[0]?.group).toBe('/trip')
    expect(jobsOfPlan(plan('/in/trip(1)/a'), { folder: '/in', whole: 'trip' }).jobs[0]?.group).toBe('/in/trip(1)')
  })
  it('says at once what could not be read', () => {
    const { unreadable } = jobsOfPlan({ ...plan(), unreadable: ['/in/locked'] }, { folder: '/in', whole: '' })
    expect(unreadable.map(({ state, trouble }) => [state, trouble])).toEqual([['failed', 'unreadable']])
  })
})
