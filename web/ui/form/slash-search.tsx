import { useEffect, useRef } from 'react'
import { SearchInput } from './text-input.tsx'
import './slash-search.css'

/** A page's own search: "/" puts the cursor into it, but for somebody who is writing. */
export function SlashSearch(props: { label: string; value: string; onChange: (text: string) => void }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      const { current: input } = box
      const writing = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
      if (event.key !== '/' || writing || event.ctrlKey || event.metaKey || event.altKey) return
      if (!input?.checkVisibility()) return
      event.preventDefault()
      input.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <div className="slash-search">
      <SearchInput ref={box} {...props} />
      <kbd aria-hidden="true">/</kbd>
    </div>
  )
}
