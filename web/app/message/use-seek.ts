import { useState } from 'react'
import { nothingSought } from './editor/problems.ts'

/** The field that a problem is about; the first one at fault where it has none. */
const fieldOf = (path: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.builder-form [name="${CSS.escape(path)}"]`) ??
  (path === 'channelId' ? document.querySelector<HTMLElement>('.builder-form [role="combobox"]') : null) ??
  document.querySelector<HTMLElement>('.builder-form [aria-invalid="true"]')

/** Leads from a problem to its field, which is unfolded and focused. */
export function useSeek() {
  const [sought, setSought] = useState(nothingSought)
  return {
    sought,
    seek: (path: string) => {
      setSought(before => ({ path, times: before.times + 1 }))
      // What is folded is unfolded by the next frame.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const field = fieldOf(path)
          field?.scrollIntoView({ block: 'center' })
          field?.focus({ preventScroll: true })
        }),
      )
    },
  }
}
