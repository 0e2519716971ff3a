// Push to this device, and the list of one's devices, while the profile shows them.
import { makeAutoObservable, observableRef } from 'mobx'
import type { PushState } from '../../../backend/contract/push.ts'
import { createPushApi } from '../api/push.ts'
import { setOwnPush } from '../lib/own-push.ts'
import { canPush, deviceIdOf, subscribe, subscribed, unsubscribe } from '../lib/push-subscription.ts'
import type { RootStore } from './RootStore.ts'

/** The call that tells the server that this device is still used. It would bring back a device that has just ended. */
let renewal: Promise<void> = Promise.resolve()

export class PushSwitch {
  /** Null until it is known. */
  state: PushState | null = null
  /** The id of this device, if it is one of the person's. */
  own: string | null = null
  /** Whether the browser refuses notifications of this page, until its person allows them in its settings. */
  isBlocked = false
  isWorking = false
  /** What the person has chosen a moment ago. If it cannot be had, the old choice returns. */
  wish: boolean | null = null
  error: unknown = null
  readonly canPush = canPush()
  readonly #calls: ReturnType<typeof createPushApi>
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    this.#calls = createPushApi(root.api.http)
    makeAutoObservable(this, { state: observableRef, error: observableRef, canPush: false }, { autoBind: true })
  }

  async refresh(): Promise<void> {
    await this.#work(async () => undefined)
  }

  async set(isOn: boolean): Promise<void> {
    this.wish = isOn
    await this.#work(async () => {
      if (isOn) await this.#switchOn()
      else if (this.own !== null) await this.#end(this.own)
    })
  }

  async end(id: string): Promise<void> {
    await this.#work(() => this.#end(id))
  }

  async test(id: string): Promise<void> {
    await this.#work(async () => {
      await this.#calls.test(id)
      this.#root.toasts.success({ key: 'push.tested' })
    })
  }

  async #switchOn(): Promise<void> {
    const { key } = this.state ?? (await this.#calls.state())
    if ((await Notification.requestPermission()) !== 'granted') return
    await this.#calls.add(await subscribe(this.#calls.worker(), key))
    this.#note(true)
  }

  async #end(id: string): Promise<void> {
    await renewal
    await this.#calls.end(id)
    if (id !== this.own) return
    await unsubscribe(this.#calls.worker())
    this.#note(false)
  }

  #note(isOn: boolean): void {
    setOwnPush(this.#root.storage, this.#root.session.user?.id, isOn)
  }

  async #work(work: () => Promise<void>): Promise<void> {
    this.#set({ isWorking: true })
    let error: unknown = null
    try {
      await work()
    } catch (caught) {
      error = caught
    }
    try {
      this.#set({ state: await this.#calls.state(), own: await this.#ownOf() })
    } catch (caught) {
      error ??= caught
    }
    this.#set({ error, wish: null, isWorking: false, isBlocked: this.canPush && Notification.permission === 'denied' })
  }

  async #ownOf(): Promise<string | null> {
    const body = await subscribed(this.#calls.worker())
    return body === null ? null : deviceIdOf(body)
  }

  /** Whether reminders are pushed to this device. */
  get isOn(): boolean {
    if (this.wish !== null) return this.wish
    return this.own !== null && (this.state?.items.some(({ id }) => id === this.own) ?? false)
  }

  #set(changed: Partial<Pick<PushSwitch, 'state' | 'own' | 'error' | 'wish' | 'isWorking' | 'isBlocked'>>): void {
    Object.assign(this, changed)
  }
}

/**
 * Tells the server that this device is still used, when a page of its person begins. If the device has ended there, by
 * signing out or from another device, it ends here as well. A failure is not told: the next page tries again.
 */
export function renewPush(root: RootStore): void {
  renewal = renew(root).catch(() => undefined)
}

async function renew({ api, storage, session }: RootStore): Promise<void> {
  const calls = createPushApi(api.http)
  const body = await subscribed(calls.worker())
  const id = body === null ? null : await deviceIdOf(body)
  const { items } = await calls.state()
  if (body !== null && items.some((item) => item.id === id)) {
    await calls.add(body)
    return
  }
  await unsubscribe(calls.worker())
  setOwnPush(storage, session.user?.id, false)
}
