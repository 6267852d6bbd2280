import {
  type ClientEvents,
  type GuildMember,
  type GuildTextBasedChannel,
  type Message,
  MessageType,
  type PartialGuildMember,
} from 'discord.js'
import { eq } from 'drizzle-orm'
import type { Context, Services } from '#kernel/feature.ts'
import type automations from '../contract.ts'
import { channelIdsOf, memberFacts, messageFacts } from '../judge/facts.ts'
import type { Happening } from '../judge/matches.ts'
import { type Run, runs } from '../table.ts'
import { mayStart, startAutomations } from './begin.ts'
import { chainOf } from './causation.ts'
import { runOfNonce } from './nonce.ts'

type Ctx = Context<typeof automations>

/** Whether somebody or something wrote a message, rather than Discord itself. */
export const isWritten = ({ type }: Pick<Message, 'type'>): boolean =>
  type === MessageType.Default || type === MessageType.Reply

const readChain = (chain: unknown): string[] => (Array.isArray(chain) ? chain.filter(id => typeof id === 'string') : [])

/** The run that sent a message of ours; undefined if no automation sent it. */
function runBehind({ db }: Services, guildId: string, nonce: Message['nonce']): Run | undefined {
  const id = runOfNonce(nonce)
  const run = id === undefined ? undefined : db.select().from(runs).where(eq(runs.id, id)).get()
  return run?.guildId === guildId ? run : undefined
}

export function written(ctx: Ctx, message: Message): void {
  if (!message.inGuild() || !isWritten(message) || !mayStart(ctx, 'message')) return
  const { author, member, webhookId, channel } = message
  const isOurs = author.id === ctx.client.user.id
  const run = isOurs ? runBehind(ctx, ctx.guild.id, message.nonce) : undefined
  if (isOurs && !run) return
  const by = run ? 'automation' : author.bot || webhookId !== null ? 'bot' : 'member'
  const channelIds = channelIdsOf(channel)
  const who = run ? ctx.guild.members.cache.get(run.userId) : member
  startAutomations(ctx, {
    what: { kind: 'message', by, channelIds },
    key: `message/${message.id}`,
    // A message by an automation is about the member that its run was about.
    userId: run?.userId ?? author.id,
    channelId: channel.id,
    messageId: message.id,
    facts: () => ({ message: messageFacts(message), channelIds, ...(who && { member: memberFacts(who) }) }),
    chain: run ? readChain(run.chain) : [],
  })
}

export async function reacted(
  ctx: Ctx,
  reaction: ClientEvents['messageReactionAdd'][0],
  user: ClientEvents['messageReactionAdd'][1],
): Promise<void> {
  if (user.bot || !mayStart(ctx, 'reaction')) return
  const { message, emoji } = reaction
  // It is in a server's channel, or it would not have reached us.
  const channel = message.channel as GuildTextBasedChannel
  const channelIds = channelIdsOf(channel)
  const key = emoji.id ?? (emoji.name ?? '').replaceAll('\uFE0F', '')
  const member = ctx.guild.members.cache.get(user.id) ?? (await ctx.access.member(ctx.guild, user.id))
  if (!member || member.user.bot) return
  startAutomations(ctx, {
    what: { kind: 'reaction', channelIds, emoji: key },
    key: `reaction/${message.id}/${user.id}/${key}`,
    userId: user.id,
    channelId: channel.id,
    messageId: message.id,
    facts: () => ({ channelIds, member: memberFacts(member) }),
    chain: [],
  })
}

export function aboutMember(ctx: Ctx, member: GuildMember | PartialGuildMember, what: Happening, key: string): void {
  if (member.user.bot) return
  const chain = chainOf(ctx, ctx.guild.id, member.id, what)
  const facts = () => ({ channelIds: [], member: memberFacts(member) })
  startAutomations(ctx, { what, key, userId: member.id, facts, chain })
}

export function joined(ctx: Ctx, member: GuildMember): void {
  if (mayStart(ctx, 'join')) aboutMember(ctx, member, { kind: 'join' }, `join/${member.id}/${member.joinedTimestamp}`)
}

export function left(ctx: Ctx, member: GuildMember | PartialGuildMember): void {
  if (mayStart(ctx, 'leave'))
    aboutMember(ctx, member, { kind: 'leave' }, `leave/${member.id}/${member.joinedTimestamp ?? ctx.now()}`)
}

export function joinedVoice(
  ctx: Ctx,
  before: ClientEvents['voiceStateUpdate'][0],
  after: ClientEvents['voiceStateUpdate'][1],
): void {
  const { channel, member } = after
  if (!channel || before.channelId === channel.id || !member || member.user.bot || !mayStart(ctx, 'voice')) return
  const channelIds = channelIdsOf(channel)
  startAutomations(ctx, {
    what: { kind: 'voice', channelIds },
    key: `voice/${member.id}/${ctx.now()}`,
    userId: member.id,
    channelId: channel.id,
    facts: () => ({ channelIds, member: memberFacts(member) }),
    chain: [],
  })
}
