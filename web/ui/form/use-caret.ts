import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For inserting text at the caret of a controlled field.
 * @returns a function to call when changing the text, with the caret's position after the change; the field is then
 * focused
 */
export function useCaret(field: RefObject<HTMLTextAreaElement | null>): (at: number) => void {
  const next = useRef<number>(undefined)
  // Setting the text moves the caret to its end.
  useLayoutEffect(() => {
    const at = next.current
    next.current = undefined
    if (at !== undefined) field.current?.setSelectionRange(at, at)
  })
  return at => {
    next.current = at
    // A closing list returns the focus to what opened it.
    requestAnimationFrame(() => field.current?.focus())
  }
}
