import { useEffect, useRef, useState } from 'react'
import { typingPauseMs } from '../use-debounced.ts'
import { SearchInput } from './text-input.tsx'

/** A search field that follows `value`, such as a part of the URL, and reports changes when typing pauses. */
export function DebouncedSearch({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const [followed, setFollowed] = useState(value)
  if (followed !== value) {
    setFollowed(value)
    setTyped(value)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(text.trim()), typingPauseMs)
  }
  return <SearchInput label={label} placeholder={placeholder} value={typed} onChange={type} />
}
