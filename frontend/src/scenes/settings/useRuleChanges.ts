import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Rule } from '../../../../backend/contract/users.ts'

/** The values of `data-control`. */
type Control = 'up' | 'down' | 'remove' | 'text'

/** A control of the rule with this index. */
interface Place {
  index: number
  control: Control
}

/**
 * Focuses the control of a rule. At either end of the list only one direction is left, and without rules only the
 * button that adds one.
 */
function focusControl(editor: HTMLElement, { index, control }: Place): void {
  const row = editor.querySelectorAll('li')[index]
  const find = (name: string, within: Element | undefined) =>
    within?.querySelector<HTMLElement>(`[data-control="${name}"]:not(:disabled)`)
  const wanted = find(control, row) ?? find(control === 'up' ? 'down' : 'up', row) ?? find('add', editor)
  wanted?.focus()
}

export interface RuleChanges {
  editor: RefObject<HTMLDivElement | null>
  add(rule: Rule): void
  /** Swaps the rule with the one above it. */
  moveUp(index: number): void
  moveDown(index: number): void
  remove(index: number): void
}

/** Adds, moves and removes rules. The focus follows the changed rule, so that the keyboard can continue from there. */
export function useRuleChanges(rules: readonly Rule[], onChange: (rules: Rule[]) => void): RuleChanges {
  const editor = useRef<HTMLDivElement>(null)
  const next = useRef<Place | null>(null)
  useLayoutEffect(() => {
    if (next.current === null || editor.current === null) return
    focusControl(editor.current, next.current)
    next.current = null
  })
  const change = (changed: Rule[], focused: Place) => {
    next.current = focused
    onChange(changed)
  }
  const move = (index: number, { index: to, control }: Place) => {
    const [moved, other] = [rules[index], rules[to]]
    if (moved && other) change(rules.with(to, moved).with(index, other), { index: to, control })
  }
  return {
    editor,
    add: (rule) => change([...rules, rule], { index: rules.length, control: 'text' }),
    moveUp: (index) => move(index, { index: index - 1, control: 'up' }),
    moveDown: (index) => move(index, { index: index + 1, control: 'down' }),
    remove: (index) =>
      change(rules.toSpliced(index, 1), { index: Math.min(index, rules.length - 2), control: 'remove' }),
  }
}
