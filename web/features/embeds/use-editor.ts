import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Draft, ListedPost, SentFile } from '#features/embeds/contract.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import { ApiError, failureText } from '#web/app/api.ts'
import type { EmbedCalls } from './calls.ts'
import { randomKey } from '#web/app/random-key.ts'
import { emptyContent, type DraftContent, useDraftHistory } from './draft-history.ts'

/** The delay of auto-save after a change (ms). */
const savesAfter = 3000

interface Outcome {
  tone: 'success' | 'danger' | 'info'
  title: string
  /** Somebody else saved first. */
  conflict?: boolean
}

/** What is being edited, apart from its content. */
interface Place {
  /** The draft's id, also before it is saved, so that saving it twice creates one draft. */
  id: string
  revision: number
  /** The sent message that is being edited. */
  post: ListedPost | undefined
  onlyYou: boolean
  files: readonly SentFile[]
  /** The version on the server; undefined if there is none. */
  saved: DraftContent | undefined
  savedAt: number | undefined
}

const newPlace = (more: Partial<Place> = {}): Place => ({
  id: randomKey(),
  revision: 0,
  post: undefined,
  onlyYou: false,
  files: [],
  saved: undefined,
  savedAt: undefined,
  ...more,
})

const contentOf = ({ name, channelId, sender, message }: Draft): DraftContent => ({ name, channelId, sender, message })
const told = (error: unknown, otherwise: string) => failureText(error, otherwise)

/**
 * The message being written: every change can be undone, and is auto-saved as a draft after three seconds.
 * @param readOnly nothing is saved
 */
export function useEditor(calls: EmbedCalls, readOnly: boolean) {
  const { content, change, open, undo, redo, mayUndo, mayRedo } = useDraftHistory()
  const [place, setPlace] = useState(newPlace)
  const [outcome, setOutcome] = useState<Outcome>()
  /** The content whose auto-save failed: it is not retried automatically. */
  const [failed, setFailed] = useState<DraftContent>()
  const now = useRef({ content, place })
  useEffect(() => {
    now.current = { content, place }
  })
  const running = useRef<Promise<boolean>>(undefined)
  const dirty = content !== (place.saved ?? emptyContent) && !(place.saved === undefined && content === emptyContent)

  const put = (nextPlace: Place, nextContent: DraftContent) => {
    setPlace(nextPlace)
    open(nextContent)
    setOutcome(undefined)
    setFailed(undefined)
  }

  const store = async (): Promise<boolean> => {
    const { content: kept, place: at } = now.current
    if (kept === at.saved) return true
    const { id, revision, post, onlyYou } = at
    try {
      const draft = await calls.save.mutateAsync({ ...kept, id, revision, postId: post?.id ?? null, onlyYou })
      const saved = { ...now.current.place, revision: draft.revision, saved: kept, savedAt: draft.savedAt }
      // If something else was opened in the meantime, that stays open.
      if (now.current.place.id !== id) return true
      now.current.place = saved
      setPlace(saved)
      setOutcome(before => (before?.tone === 'danger' ? undefined : before))
      return true
    } catch (error) {
      const conflict = error instanceof ApiError && error.code === 'embeds.draft-conflict'
      setFailed(kept)
      setOutcome({ tone: 'danger', title: told(error, 'The draft could not be saved'), conflict })
      return false
    }
  }
  /** Saves run one after the other, each based on what the previous one stored. */
  const save = (): Promise<boolean> => {
    const mine = (running.current ?? Promise.resolve(true)).then(() => store())
    running.current = mine
    return mine
  }
  const saveSilently = useEffectEvent((waiting: DraftContent) => {
    if (now.current.content === waiting) void save()
  })
  const waits = dirty && !readOnly && failed !== content
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => saveSilently(content), savesAfter)
    return () => clearTimeout(timer)
  }, [waits, content])

  return {
    content,
    change,
    place,
    dirty,
    undo,
    redo,
    mayUndo,
    mayRedo,
    save,
    saving: calls.save.isPending,
    outcome,
    tell: setOutcome,
    /** Discards changes since the last save. */
    discard: () => put({ ...place }, place.saved ?? emptyContent),
    startNew: () => put(newPlace(), emptyContent),
    openDraft: (draft: Draft, post: ListedPost | undefined, files: readonly SentFile[]) => {
      const saved = contentOf(draft)
      const { id, revision, onlyYou, savedAt } = draft
      put(newPlace({ id, revision, post, onlyYou, files, saved, savedAt }), saved)
    },
    openPost: (post: ListedPost, message: MessageDraft, files: readonly SentFile[]) => {
      const { name, channelId, sender } = post
      const saved = { name, channelId, sender, message }
      put(newPlace({ post, files, saved }), saved)
    },
    /** Starts from a given message, as an unsaved draft that only its author sees. */
    begin: (from: DraftContent, onlyYou: boolean) => {
      put(newPlace({ onlyYou }), emptyContent)
      change(() => from)
    },
    /** Keeps somebody else's version and continues with a copy. */
    keepAsCopy: () => {
      const copy = newPlace({ onlyYou: place.onlyYou })
      setPlace(copy)
      now.current.place = copy
      setOutcome(undefined)
      void save()
    },
  }
}

export type Editor = ReturnType<typeof useEditor>
