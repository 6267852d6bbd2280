import { useState } from 'react'

/**
 * React keys for editors, by the id of their thing. If the thing is saved under another id, because somebody had
 * deleted it, its editor keeps its key and so its state and messages.
 */
export function useEditorKey(id: string) {
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({})
  const key = keys[id] ?? id
  return { key, follow: (next: string) => setKeys(before => ({ ...before, [next]: key })) }
}
