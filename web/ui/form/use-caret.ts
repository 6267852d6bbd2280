import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For text that is put in at the caret of a controlled field.
 * @returns to be called when the text is changed, with where the caret is once that text is there: the field has the focus then
 */
export function useCaret(field: RefObject<HTMLTextAreaElement | null>): (at: number) => void {
  const next = useRef<number>(undefined)
  // Text that is set moves the caret to its end.
  useLayoutEffect(() => {
    const at = next.current
    next.current = undefined
    if (at !== undefined) field.current?.setSelectionRange(at, at)
  })
  return at => {
    next.current = at
    // A list that closes gives the focus back to what opened it.
    requestAnimationFrame(() => field.current?.focus())
  }
}
