import { useState } from 'react'

/** What this tab remembers through a reload, as text. A browser may keep nothing at all: then it reads ''. */
export const tabMemory = {
  read(key: string): string {
    try {
      return sessionStorage.getItem(key) ?? ''
    } catch {
      return ''
    }
  },
  /** @param text '' to forget it */
  write(key: string, text: string): void {
    try {
      if (text === '') sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, text)
    } catch {
      // It is still on the page.
    }
  },
}

/** The answer that is being written to a ticket: kept for this tab, for each ticket. */
export function useDraft(guildId: string, ticketId: string): [string, (text: string) => void] {
  const key = `answer ${guildId}/${ticketId}`
  const [text, setText] = useState(() => tabMemory.read(key))
  return [
    text,
    next => {
      setText(next)
      tabMemory.write(key, next)
    },
  ]
}
