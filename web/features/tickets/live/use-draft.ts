import { useState } from 'react'
import { tabMemory } from '#web/app/tab-memory.ts'

/** The answer being written to a ticket, stored for this tab, separately for each ticket. */
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
