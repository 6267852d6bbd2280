import type { GuildMember } from 'discord.js'
import type { Body } from '#contract'
import type { Context } from '#kernel/feature.ts'
import { formatDuration } from '#kit/duration.ts'
import { UserError } from '#kit/errors.ts'
import { inert } from '#kit/template.ts'
import type embeds from '../contract.ts'
import { type Draft, type endpoints, type ListedDraft, mostDrafts } from '../contract.ts'
import { dropUnusedFiles } from '../files/files.ts'
import { visiblePost } from '../posts/visible-posts.ts'
import { summaryOf } from '../stored-message.ts'
import { countDrafts, draftOf, draftsOf, insertDraft, removeDraft, type StoredDraft, updateDraft } from './rows.ts'

type Ctx = Context<typeof embeds> & { member: GuildMember }

const noDraft = () => new UserError('embeds.no-draft', 'That draft is not there any more.', 404)

const listed = (draft: StoredDraft): ListedDraft => ({
  id: draft.id,
  name: draft.name,
  summary: summaryOf(draft.message),
  channelId: draft.channelId,
  postId: draft.postId,
  onlyYou: draft.ownerId !== null,
  savedAt: draft.savedAt,
  savedBy: draft.savedById === null ? null : { id: draft.savedById, name: draft.savedByName ?? '' },
})

const shown = (draft: StoredDraft): Draft => {
  const { sender, message, revision } = draft
  return { ...listed(draft), sender, message, revision }
}

/**
 * Whether the caller sees a draft. A draft that edits a sent message is seen only by members who can read that message.
 */
const isSeen = (ctx: Ctx, { ownerId, postId }: StoredDraft): boolean =>
  (ownerId === null || ownerId === ctx.member.id) && (postId === null || visiblePost(ctx, postId) !== undefined)

export const listDrafts = (ctx: Ctx): ListedDraft[] =>
  draftsOf(ctx, ctx.guild.id, ctx.member.id)
    .filter(draft => isSeen(ctx, draft))
    .map(listed)

/** @throws UserError 404 if there is no such draft that the caller may see */
export function visibleDraft(ctx: Ctx, id: string): StoredDraft {
  const draft = draftOf(ctx, ctx.guild.id, id)
  if (!draft || !isSeen(ctx, draft)) throw noDraft()
  return draft
}

export const showDraft = (ctx: Ctx, id: string): Draft => shown(visibleDraft(ctx, id))

/**
 * Saves a draft. Synchronous, so that nothing changes between reading and writing.
 * @throws UserError 404 if it has been deleted in the meantime, 409 if somebody else saved first
 */
export function saveDraft(ctx: Ctx, body: Body<(typeof endpoints)['saveDraft']>): Draft {
  const { guild, member, now } = ctx
  const { onlyYou, revision, ...given } = body
  const before = draftOf(ctx, guild.id, given.id)
  if (before && !isSeen(ctx, before)) throw noDraft()
  if (given.postId !== null && !visiblePost(ctx, given.postId))
    throw new UserError('embeds.no-post', 'The message that this changes is not there any more.', 404)
  const saved = { savedAt: now(), savedById: member.id, savedByName: member.displayName }
  const draft = { ...given, ...saved, guildId: guild.id, revision: revision + 1 }
  if (!before) {
    if (revision > 0)
      throw new UserError('embeds.no-draft', 'That draft was deleted meanwhile. Keep yours as a new one.', 404)
    if (countDrafts(ctx, guild.id) >= mostDrafts)
      throw new UserError('embeds.drafts-full', `A server keeps at most ${mostDrafts} drafts. Delete one first.`)
    return shown(insertDraft(ctx, { ...draft, ownerId: onlyYou ? member.id : null }))
  }
  // The owner never changes: anybody who could make a draft private by saving it would take it away from the others.
  const changed = updateDraft(ctx, { ...draft, ownerId: before.ownerId })
  if (!changed) throw savedBefore(ctx, before)
  return shown(changed)
}

function savedBefore(ctx: Ctx, { savedById, savedByName, savedAt }: StoredDraft): UserError {
  const who = savedById === ctx.member.id ? 'You saved this draft elsewhere' : `${named(savedByName)} saved this draft`
  return new UserError('embeds.draft-conflict', `${who} ${formatDuration(ctx.now() - savedAt)} ago.`, 409)
}

const named = (name: string | null) => (name === null ? 'Somebody else' : inert(name))

/** @throws UserError 404 */
export async function deleteDraft(ctx: Ctx, id: string): Promise<void> {
  const { message } = visibleDraft(ctx, id)
  removeDraft(ctx, ctx.guild.id, id)
  await dropUnusedFiles(ctx, message.attachments)
}
