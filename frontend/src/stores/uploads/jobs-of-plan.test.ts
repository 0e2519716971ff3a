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
  it('leaves single files as they are', () => {
    const { jobs } = jobsOfPlan(plan('/in/a', '/in/b'), '/in')
    expect(jobs.map(({ group, folder }) => [group, folder])).toEqual([
      ['/in', null],
      ['/in', null],
    ])
  })
  it('puts the files of an uploaded folder under that folder, also in the root', () => {
    const { jobs } = jobsOfPlan(plan('/trip/day/a', '/trip/b', '/c', '/other/d'), '/')
    expect(jobs.map(({ folder }) => folder?.path)).toEqual(['/trip', '/trip', undefined, '/other'])
    expect([jobs[0]?.folder?.countTotal, jobs[0]?.folder?.bytesTotal, jobs[0]?.group]).toEqual([2, 6, '/'])
    expect(jobsOfPlan(plan('/in/trip(1)/a'), '/in').jobs[0]?.folder?.name).toBe('trip(1)')
  })
  it('says at once what could not be read', () => {
    const { unreadable } = jobsOfPlan({ ...plan(), unreadable: ['/in/locked'] }, '/in')
    expect(unreadable.map(({ state, trouble }) => [state, trouble])).toEqual([['failed', 'unreadable']])
  })
})
