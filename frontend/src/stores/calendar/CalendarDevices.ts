// The devices that have a password for the person's calendars, while their dialog is open.
import { makeAutoObservable, observableRef } from 'mobx'
import type { DeviceRecord, MadeDevice } from '../../../../backend/contract/calendar.ts'
import { createCalendarApi } from '../../api/calendar.ts'
import type { RootStore } from '../RootStore.ts'

export class CalendarDevices {
  /** Null until they are known. */
  items: readonly DeviceRecord[] | null = null
  /** The one that was made just now, with its password. */
  made: MadeDevice | null = null
  error: unknown = null
  isWorking = false
  readonly #calls: ReturnType<typeof createCalendarApi>

  constructor(root: RootStore) {
    this.#calls = createCalendarApi(root.api.http)
    makeAutoObservable(this, { items: observableRef, made: observableRef, error: observableRef }, { autoBind: true })
  }

  async refresh(): Promise<void> {
    await this.#work(async () => this.made)
  }

  /** Answers whether it is made. */
  make(name: string): Promise<boolean> {
    return this.#work(() => this.#calls.makeDevice(name))
  }

  async end(id: string): Promise<void> {
    await this.#work(async () => {
      await this.#calls.endDevice(id)
      return this.made?.device.id === id ? null : this.made
    })
  }

  async #work(call: () => Promise<MadeDevice | null>): Promise<boolean> {
    this.isWorking = true
    try {
      const made = await call()
      const { items } = await this.#calls.devices()
      this.#set({ made, items, error: null })
      return true
    } catch (error) {
      this.#set({ error })
      return false
    }
  }

  #set(changed: Partial<Pick<CalendarDevices, 'made' | 'items' | 'error'>>): void {
    Object.assign(this, changed, { isWorking: false })
  }
}
