import { useEffectEvent, useLayoutEffect } from 'react'
import { type KeyLayer, KeyLayers } from './key-layers.ts'

const layers = new KeyLayers(document)

/** For elements that cover everything else and handle their own keys. */
export const OWN_KEYS: KeyLayer = { layer: 'dialog', isModal: true, handle: () => false }

/** Gets keys from the first render until the component unmounts; null gets none. */
export function useKeyLayer(wanted: KeyLayer | null): void {
  const handle = useEffectEvent((event: KeyboardEvent) => wanted?.handle(event) === true)
  const { layer, isModal = false, hearsFields = false } = wanted ?? {}
  useLayoutEffect(
    () =>
      layer === undefined ? undefined : layers.add({ layer, isModal, hearsFields, handle: (event) => handle(event) }),
    [layer, isModal, hearsFields],
  )
}
