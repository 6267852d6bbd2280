import { useState } from 'react'
import { useAuth } from '#web/app/session.tsx'
import { tabMemory } from '#web/app/tab-memory.ts'
import { emptyDraft, isEmpty, readDraft } from './draft.ts'

/**
 * What this tab keeps of whoever reads it, who may be another than whoever wrote it: nothing of that is shown before it is
 * known who is signed in, and then only what is theirs, or was written before they signed in.
 */
export function useContactDraft() {
  const { user, loading } = useAuth()
  const reader = loading && tabMemory.hasOwner() ? undefined : (user?.id ?? '')
  const [draft, setDraft] = useState(() => (reader === undefined ? emptyDraft() : readDraft()))
  const [before, setBefore] = useState(reader)
  if (before !== reader) {
    setBefore(reader)
    const kept = readDraft()
    // Who was quicker than the answer has begun to write.
    if (reader !== undefined && (before !== undefined || !isEmpty(kept))) setDraft(kept)
  }
  return { draft, setDraft, isKnown: reader !== undefined }
}
