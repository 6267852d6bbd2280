import { useRef } from 'react'
import { randomUuid } from './random-uuid.ts'

/** Keys of presses: the same thing, tried again, has the same key; one that is another has its own. */
export function usePressKey(): (wanted: unknown) => string {
  const last = useRef({ content: '', key: '' })
  return wanted => {
    const content = JSON.stringify(wanted)
    if (last.current.content !== content) last.current = { content, key: randomUuid() }
    return last.current.key
  }
}
