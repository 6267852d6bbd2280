import { useRef } from 'react'
import { focusAgain } from './keep-focus.ts'

/** For a Radix dialog opened by state instead of a trigger: returns the focus to where it was. */
export function useReturnFocus() {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      focusAgain(before.current)
    },
  }
}
