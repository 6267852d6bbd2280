import { useState } from 'react'

/**
 * Keys for editors of things by their id. One that saves its thing under another id, because somebody had deleted it,
 * is followed: it stays the same editor, with what it says.
 */
export function useFollowed(id: string) {
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({})
  const key = keys[id] ?? id
  return { key, follow: (next: string) => setKeys(before => ({ ...before, [next]: key })) }
}
