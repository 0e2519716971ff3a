import { useEffectEvent, useLayoutEffect } from 'react'
import { type KeyLayer, KeyLayers } from './key-layers.ts'

const layers = new KeyLayers(document)

/** What lies over everything else and has keys of its own. */
export const OWN_KEYS: KeyLayer = { layer: 'dialog', isModal: true, handle: () => false }

/** Hears keys from the first drawing until the component leaves; null hears none. */
export function useKeyLayer(wanted: KeyLayer | null): void {
  const handle = useEffectEvent((event: KeyboardEvent) => wanted?.handle(event) === true)
  const { layer, isModal = false, hearsFields = false } = wanted ?? {}
  useLayoutEffect(
    () =>
      layer === undefined ? undefined : layers.add({ layer, isModal, hearsFields, handle: (event) => handle(event) }),
    [layer, isModal, hearsFields],
  )
}
