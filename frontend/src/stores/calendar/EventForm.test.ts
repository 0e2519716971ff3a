import { describe, expect, it } from '@jest/globals'
import { blankFields, EventForm } from './EventForm.ts'

const setUp = () => new EventForm({ ...blankFields('own-1', '2028-02-10'), title: 'Swimming' })

describe('the form of an event', () => {
  it('keeps its days while one is unfinished, or has a year of five digits', () => {
    const form = setUp()
    for (const day of ['', '20280-02-10']) {
      form.setStart(day, '10:00')
      form.setEnd(day, '11:00')
    }
    expect([form.startDay, form.endDay, form.canSave]).toEqual(['2028-02-10', '2028-02-10', true])
  })

  it('moves the end with the start, and says if it ends before it begins', () => {
    const form = setUp()
    form.setStart('2028-02-12', '20:00')
    expect([form.endDay, form.endTime, form.isTimeWrong]).toEqual(['2028-02-12', '21:00', false])
    form.setEnd('2028-02-11', '21:00')
    expect([form.isTimeWrong, form.canSave]).toEqual([true, false])
  })
})
