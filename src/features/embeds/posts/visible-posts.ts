import { gone } from '#kit/deleted/template.ts'
import type { GuildMember } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { channelName, mayRead } from '#kernel/rights/channel-rights.ts'
import type embeds from '../contract.ts'
import { type ListedPost, postsPerPage } from '../contract.ts'
import { summaryOf } from '../stored-message.ts'
import { type After, postOf, postsOf, type StoredPost } from './rows.ts'

type Ctx = Context<typeof embeds> & { member: GuildMember }

/** Whether the caller may see a sent message: they can read its channel, or the channel is gone and they sent it. */
const isSeen = ({ guild, member }: Ctx, { channelId, postedById }: StoredPost): boolean =>
  mayRead(member, channelId) || (!guild.channels.cache.has(channelId) && postedById === member.id)

/** A sent message; undefined if there is none that the caller may see. */
export function visiblePost(ctx: Ctx, id: string): StoredPost | undefined {
  const post = postOf(ctx, ctx.guild.id, id)
  return post && isSeen(ctx, post) ? post : undefined
}

const person = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

/** A sent message, as pages show it. */
export function shownPost({ guild, member }: Ctx, post: StoredPost): ListedPost {
  const channel = guild.channels.cache.get(post.channelId)
  const { messageId, channelId } = post
  return {
    id: post.id,
    name: post.name,
    summary: summaryOf(post.message),
    channelId,
    channelName: channel ? channelName(channel, member) : gone.channel,
    messageId,
    link: messageId === null ? null : `https://discord.com/channels/${guild.id}/${channelId}/${messageId}`,
    unsure: post.state === 'sending',
    missing: post.missing || !channel,
    sender: post.sender,
    postedAt: post.postedAt,
    postedBy: person(post.postedById, post.postedByName),
    editedAt: post.editedAt,
    editedBy: person(post.editedById, post.editedByName),
  }
}

/** A page of the messages that the caller may see, newest first. */
export function listPosts(ctx: Ctx, after: After | undefined): { posts: ListedPost[]; more: boolean } {
  const found: StoredPost[] = []
  let from = after
  for (;;) {
    const page = postsOf(ctx, ctx.guild.id, from, postsPerPage * 4)
    found.push(...page.filter(post => isSeen(ctx, post)))
    from = page.at(-1)
    if (page.length < postsPerPage * 4 || found.length > postsPerPage) break
  }
  const posts = found.slice(0, postsPerPage).map(post => shownPost(ctx, post))
  return { posts, more: found.length > postsPerPage }
}
