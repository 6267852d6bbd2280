import type { Answered } from '#contract'
import { offersTo } from '#kernel/commands/button-offers.ts'
import { coreOf } from '#kernel/discord/guild-shape.ts'
import type { RouteContext } from '#kernel/feature.ts'
import type embeds from './contract.ts'
import type { endpoints } from './contract.ts'
import { deleteDraft, listDrafts, saveDraft, showDraft } from './drafts/drafts.ts'
import { keepFile, keptPicture } from './files/files.ts'
import { deletePost, editPost, openPost } from './posts/change.ts'
import { pingsOf } from './posts/pings.ts'
import { allProblems, filled } from './posts/prepare.ts'
import { listPosts, shownPost } from './posts/visible-posts.ts'
import { sendMessage } from './posts/send.ts'
import { restoreMessage } from './restore/restore.ts'

type Ctx<K extends keyof Answered<typeof endpoints>> = RouteContext<typeof embeds, (typeof endpoints)[K]>

const named = ({ params }: { params: Record<string, string> }, name: string) => params[name] ?? ''

export const routes = {
  desk: (ctx: Ctx<'desk'>) => ({
    guild: coreOf(ctx.guild, ctx.member),
    emojis: ctx.guild.emojis.cache.map(({ id, name, animated }) => ({ id, name, animated })),
    offers: offersTo(ctx, ctx.guild, ctx.member).map(one => ({ ...one, choices: [...one.choices] })),
  }),
  drafts: (ctx: Ctx<'drafts'>) => ({ drafts: listDrafts(ctx) }),
  draft: (ctx: Ctx<'draft'>) => ({ draft: showDraft(ctx, named(ctx, 'draftId')) }),
  saveDraft: (ctx: Ctx<'saveDraft'>) => ({ draft: saveDraft(ctx, ctx.body) }),
  async deleteDraft(ctx: Ctx<'deleteDraft'>) {
    await deleteDraft(ctx, named(ctx, 'draftId'))
    return {}
  },
  async check(ctx: Ctx<'check'>) {
    const { channelId, sender, message } = ctx.body
    const pings = await pingsOf(ctx, channelId, { sender, message: filled(ctx, message) })
    return { problems: allProblems(ctx, channelId, { sender, message }), pings }
  },
  send: async (ctx: Ctx<'send'>) => ({ post: shownPost(ctx, await sendMessage(ctx, ctx.body)) }),
  posts(ctx: Ctx<'posts'>) {
    const { before, beforeId } = ctx.query
    return listPosts(ctx, before === undefined ? undefined : { postedAt: before, id: beforeId })
  },
  async post(ctx: Ctx<'post'>) {
    const { post, files } = await openPost(ctx, named(ctx, 'postId'))
    return { post: shownPost(ctx, post), message: post.message, files }
  },
  editPost: async (ctx: Ctx<'editPost'>) => ({
    post: shownPost(ctx, await editPost(ctx, named(ctx, 'postId'), ctx.body)),
  }),
  async deletePost(ctx: Ctx<'deletePost'>) {
    await deletePost(ctx, named(ctx, 'postId'))
    return {}
  },
  restore: (ctx: Ctx<'restore'>) => restoreMessage(ctx, ctx.body.link),
  addFile: (ctx: Ctx<'addFile'>) => keepFile(ctx, ctx.body.file),
  picture: (ctx: Ctx<'picture'>) => keptPicture(ctx, named(ctx, 'fileId')),
}
