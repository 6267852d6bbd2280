import { useState } from 'react'
import { useAuth } from '#web/app/session.tsx'
import { tabMemory } from '#web/app/tab-memory.ts'
import { emptyDraft, isEmpty, readDraft } from './draft.ts'

/**
 * The draft that this tab keeps. The reader may not be the person who wrote it, so nothing is shown until it is known
 * who is signed in; then only a draft of theirs, or one written before they signed in.
 */
export function useContactDraft() {
  const { user, loading } = useAuth()
  const reader = loading && tabMemory.hasOwner() ? undefined : (user?.id ?? '')
  const [draft, setDraft] = useState(() => (reader === undefined ? emptyDraft() : readDraft()))
  const [before, setBefore] = useState(reader)
  if (before !== reader) {
    setBefore(reader)
    const kept = readDraft()
    // Somebody who started typing before the answer came keeps what they typed.
    if (reader !== undefined && (before !== undefined || !isEmpty(kept))) setDraft(kept)
  }
  return { draft, setDraft, isKnown: reader !== undefined }
}
