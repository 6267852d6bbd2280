import { useRef } from 'react'
import { isTyping, useKeyDown } from '../use-key-down.ts'
import { SearchInput } from './text-input.tsx'
import './slash-search.css'

/** A page's own search: "/" puts the cursor into it, but for somebody who is writing. */
export function SlashSearch(props: { label: string; value: string; onChange: (text: string) => void }) {
  const box = useRef<HTMLInputElement>(null)
  useKeyDown(event => {
    const { current: input } = box
    if (event.key !== '/' || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    if (!input?.checkVisibility()) return
    event.preventDefault()
    input.focus()
  })
  return (
    <div className="slash-search">
      <SearchInput ref={box} {...props} />
      <kbd aria-hidden="true">/</kbd>
    </div>
  )
}
