import { useRef } from 'react'
import { isTyping, useKeyDown } from '../use-key-down.ts'
import { SearchInput } from './text-input.tsx'
import './slash-search.css'

/** The search field of a page. "/" focuses it, unless somebody is typing. */
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
