import { useState } from 'react'
import type { ListedDraft, ListedPost, Pings } from '#features/embeds/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { ApiError, failureText } from '#web/app/api.ts'
import { placeName } from '#web/app/preview/guild-lookup.ts'
import type { EmbedCalls } from './calls.ts'
import { randomKey } from '#web/app/random-key.ts'
import type { Editor } from './use-editor.ts'

/** Who sees a stored draft. */
const keptFor = (onlyYou: boolean): string =>
  onlyYou ? 'where only you see it' : 'where everybody who may open this page sees it'

/** Acts on messages as a whole, one at a time; failures are shown. */
export function useActs({
  guild,
  calls,
  editor,
  readOnly,
  onMessage,
  onClose,
}: {
  guild: GuildCore | undefined
  calls: EmbedCalls
  editor: Editor
  readOnly: boolean
  /** Shows the message being written. */
  onMessage: () => void
  /** Closes the open dialog, whose work is done. */
  onClose: () => void
}) {
  const { content, place, tell } = editor
  const [busy, setBusy] = useState(false)
  const failing = (error: unknown, otherwise: string) => {
    const reference = error instanceof ApiError && error.reference !== undefined ? ` (${error.reference})` : ''
    tell({ tone: 'danger', title: `${failureText(error, otherwise)}${reference}` })
  }
  const during = async (work: () => Promise<void>, otherwise: string) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      failing(error, otherwise)
    } finally {
      setBusy(false)
    }
  }
  /**
   * Stores the current message before something else is opened.
   * @param isDue whether to report it even if it was already auto-saved
   * @returns the text to show about it; undefined if it could not be stored
   */
  const leave = async (isDue = false): Promise<string | undefined> => {
    const isKept = !editor.dirty || readOnly
    if (isKept && !(isDue && place.revision > 0)) return ''
    if (!isKept && !(await editor.save())) return undefined
    const called = content.name === '' ? 'What you were writing' : `“${content.name}”`
    return `${called} is in Drafts, ${keptFor(place.onlyYou)}.`
  }
  const tellKept = (...sentences: readonly string[]) => {
    const title = sentences.filter(one => one !== '').join(' ')
    if (title !== '') tell({ tone: 'info', title })
  }

  const openPost = (post: ListedPost) =>
    during(async () => {
      const kept = await leave()
      if (kept === undefined) return
      const { post: found, message, files } = await calls.openPost(post.id)
      editor.openPost(found, message, files)
      tellKept(kept)
      onMessage()
    }, 'The message could not be opened')
  const copyPost = (post: ListedPost) =>
    during(async () => {
      const kept = await leave()
      if (kept === undefined) return
      const { message, post: found } = await calls.openPost(post.id)
      const { name, channelId, sender } = found
      editor.begin({ name, channelId, sender, message: { ...message, attachments: [] } }, true)
      onMessage()
      tellKept(message.attachments.length > 0 ? 'Its files are not in the copy. Add them again.' : '', kept)
    }, 'The message could not be copied')
  const openDraft = (listed: ListedDraft) =>
    during(async () => {
      const kept = await leave()
      if (kept === undefined) return
      const draft = await calls.openDraft(listed.id)
      const of = draft.postId === null ? undefined : await calls.openPost(draft.postId)
      editor.openDraft(draft, of?.post, of?.files ?? [])
      if (listed.id !== place.id) tellKept(kept)
      onMessage()
    }, 'The draft could not be opened')
  const restore = async (link: string) => {
    const kept = await leave(true)
    if (kept === undefined) return
    const found = await calls.restore.mutateAsync(link)
    onClose()
    if (found.postId !== null) {
      const { post, message, files } = await calls.openPost(found.postId)
      editor.openPost(post, message, files)
      tellKept(`This was sent from here to #${found.channelName}: it is edited in place.`, kept)
    } else {
      editor.begin({ name: '', channelId: content.channelId, sender: null, message: found.message }, true)
      const copied = `A copy of the message by ${found.author} in #${found.channelName}. Only you see this draft.`
      tellKept(copied, ...found.notes, kept)
    }
    onMessage()
  }

  /** A message is sent only once, however often it is tried. */
  const [sending, setSending] = useState<{ key: string; of: unknown }>()
  const send = (pings: Pings) =>
    during(async () => {
      const key = sending?.of === content ? sending.key : randomKey()
      setSending({ key, of: content })
      const { name, channelId, sender, message } = content
      if (channelId === null) return
      try {
        await calls.send.mutateAsync({ key, name, channelId, sender, message, pings, draftId: place.id })
      } finally {
        onClose()
      }
      editor.startNew()
      tell({ tone: 'success', title: `Sent to #${placeName(guild, channelId, '')}.` })
    }, 'The message could not be sent. Your draft is kept')
  const update = () =>
    during(async () => {
      const { post } = place
      if (!post) return
      const { name, message } = content
      const done = await calls.edit.mutateAsync({ postId: post.id, body: { name, message, draftId: place.id } })
      const { message: stored, files } = await calls.openPost(done.id)
      editor.openPost(done, stored, files)
      tell({ tone: 'success', title: 'The message was changed in place.' })
    }, 'The message could not be changed. Your draft is kept')

  return {
    busy,
    /**
     * Where the current message is stored when something else is opened, as a sentence; undefined if there is nothing
     * to store.
     */
    keeps:
      editor.dirty || place.revision > 0
        ? `What you are writing is kept in Drafts, ${keptFor(place.onlyYou)}.`
        : undefined,
    openPost,
    copyPost,
    openDraft,
    restore,
    send,
    update,
    startNew: async () => {
      const kept = await leave()
      if (kept === undefined) return
      editor.startNew()
      tellKept(kept)
    },
    takeTheirs: () =>
      during(async () => {
        const draft = await calls.openDraft(place.id)
        editor.openDraft(draft, place.post, place.files)
      }, 'The draft could not be opened'),
    removePost: async (post: ListedPost) => {
      try {
        await calls.removePost.mutateAsync(post.id)
        if (place.post?.id === post.id) editor.startNew()
        tell({ tone: 'success', title: 'The message was deleted.' })
      } catch (error) {
        failing(error, 'The message could not be deleted')
      }
    },
    removeDraft: async (draft: ListedDraft) => {
      try {
        await calls.removeDraft.mutateAsync(draft.id)
        if (place.id === draft.id) editor.startNew()
        tell({ tone: 'success', title: 'The draft was deleted.' })
      } catch (error) {
        failing(error, 'The draft could not be deleted')
      }
    },
  }
}
