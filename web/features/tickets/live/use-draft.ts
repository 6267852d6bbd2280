import { useState } from 'react'

/** What is typed is kept for this tab, for each ticket. A browser may keep nothing at all. */
const stored = {
  read(key: string): string {
    try {
      return sessionStorage.getItem(key) ?? ''
    } catch {
      return ''
    }
  },
  write(key: string, text: string): void {
    try {
      if (text === '') sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, text)
    } catch {
      // It is still in the box.
    }
  },
}

/** The answer that is being written to a ticket. */
export function useDraft(guildId: string, ticketId: string): [string, (text: string) => void] {
  const key = `answer ${guildId}/${ticketId}`
  const [text, setText] = useState(() => stored.read(key))
  return [
    text,
    next => {
      setText(next)
      stored.write(key, next)
    },
  ]
}
