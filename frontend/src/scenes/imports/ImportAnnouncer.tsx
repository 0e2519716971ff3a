import { reaction } from 'mobx'
import { useEffect } from 'react'
import type { ImportKind } from '../../../../backend/contract/import-kinds.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { shownName } from '../../lib/import-facts.ts'
import { importErrorKey } from '../../stores/imports/ends.ts'
import { importsOf } from '../../stores/ImportsStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Tells a screen reader when an import begins, is paused, or ends. Progress is not read out. */
export function ImportAnnouncer({ kinds }: { kinds: readonly ImportKind[] }) {
  const root = useRoot()
  const imports = importsOf(root)
  const { t } = useTexts()
  useEffect(
    () =>
      reaction(
        () => new Map(imports.own.filter(({ kind }) => kinds.includes(kind)).map((item) => [item.id, item.state])),
        (now, before) => {
          const changed = imports.own.findLast(({ id }) => now.get(id) !== before.get(id) && before.has(id))
          if (changed === undefined || changed.state === 'waiting') return
          const { state, error, missed } = changed
          const name = shownName(changed)
          root.ui.announce(
            state === 'failed'
              ? t('imports.failedOne', { name, reason: t(importErrorKey(error?.code)) })
              : state === 'done' && missed > 0
                ? t('imports.arrivedInPart', { name, count: missed })
                : t(`imports.announce.${state}`, { name }),
          )
        },
        { equals: isSame },
      ),
    [root, imports, kinds, t],
  )
  return null
}

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([id, state]) => other.get(id) === state)
