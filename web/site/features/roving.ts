import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** Which of `count` items a key leads to from `at`; undefined for other keys. */
export function nextOf(key: string, at: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? undefined : (at + step + count) % count
}

/** Moves the focus among links or buttons side by side. @returns the index of the one that now has it */
export function moveFocus(event: KeyboardEvent<HTMLElement>, at: number): number | undefined {
  const all = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('a, button') ?? [])]
  const next = nextOf(event.key, at, all.length)
  if (next === undefined) return undefined
  event.preventDefault()
  all[next]?.focus()
  return next
}
