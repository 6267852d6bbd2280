import { gone } from '#kit/deleted/template.ts'
import type { Guild, GuildMember, Message } from 'discord.js'
import type { Reply } from '#contract'
import type { RouteContext } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { createBackgroundYield } from '#kit/event-loop.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { cut, inert } from '#kit/template.ts'
import automations, { triedMessages } from './contract.ts'
import type { Design } from './design/contract.ts'
import { triggerKind } from './design/kinds/contract.ts'
import { judge, describeFailure } from './judge/conditions.ts'
import { channelIdsOf, type JudgedFacts, memberFacts, messageFacts } from './judge/facts.ts'
import { triggeredBy } from './judge/matches.ts'
import { firstSpared } from './run/punishment.ts'
import { isWritten } from './run/triggers.ts'

type Ctx = RouteContext<typeof automations, (typeof automations)['endpoints']['tryOut']>
type Answer = Reply<(typeof automations)['endpoints']['tryOut']>

/** The most characters of a message that are shown. */
const longestShown = 200

/** The authors of the messages, as they are in the server now. */
async function writersOf(ctx: Ctx, messages: readonly Message[]): Promise<ReadonlyMap<string, GuildMember>> {
  const { guild } = ctx
  const ids = [...new Set(messages.filter(({ webhookId }) => webhookId === null).map(({ author }) => author.id))]
  const missing = ids.filter(id => !guild.members.cache.has(id))
  const fetched =
    missing.length === 0
      ? new Map<string, GuildMember>()
      : await ctx.askDiscord({
          guildId: guild.id,
          key: `automations.members.${missing.toSorted().join()}`,
          ttlMs: 10_000,
          ask: () => guild.members.fetch({ user: missing }),
        })
  return new Map(
    ids.flatMap(id => {
      const member = fetched.get(id) ?? guild.members.cache.get(id)
      return member ? [[id, member]] : []
    }),
  )
}

const named = (count: number, kind: 'all' | 'any') =>
  count === 0
    ? 'No conditions'
    : count === 1
      ? 'The condition is true'
      : kind === 'all'
        ? `All ${count} conditions are true`
        : 'One of the conditions is true'

/** What the automation would do about one message. */
function tried(design: Design, message: Message, member: GuildMember | undefined, now: number, guild: Guild) {
  const { author, webhookId, createdTimestamp } = message
  const channelIds = channelIdsOf(message.channel as Message<true>['channel'])
  const facts: JudgedFacts = {
    now,
    message: messageFacts(message),
    channelIds,
    ...(member && { member: memberFacts(member) }),
  }
  const isOurs = author.id === message.client.user.id
  const by = author.bot || webhookId !== null ? 'bot' : 'member'
  const about = {
    id: message.id,
    author: {
      id: author.id,
      name: member?.displayName ?? author.displayName,
      avatarURL: (member ?? author).displayAvatarURL({ extension: 'png', size: 64 }),
    },
    at: createdTimestamp,
    text: cut(facts.message?.text ?? '', longestShown),
    spared: null,
  }
  const no = (reason: string) => ({ ...about, result: 'no' as const, reason })
  if (isOurs) return no(`Written by ${message.client.user.displayName}`)
  if (!isWritten(message)) return no('Written by Discord itself')
  if (!triggeredBy(design, { kind: 'message', channelIds, by }))
    return no(by === 'bot' && design.trigger.by === 'people' ? 'Written by a bot' : 'In another channel')
  const roleName = (id: string) => inert(guild.roles.cache.get(id)?.name ?? gone.role)
  const { starts, failed } = judge(design, facts)
  const [first] = failed
  if (starts) return { ...about, result: 'starts' as const, reason: named(design.conditions.length, design.matches) }
  const reason = first ? describeFailure(first, facts, roleName) : ''
  return failed.length === 1 ? { ...about, result: 'near' as const, reason } : no(reason)
}

/** Judges the latest messages of a channel by a design that may be unsaved. Sends and stores nothing. */
export async function tryOut(ctx: Ctx): Promise<Answer> {
  const { body, guild } = ctx
  const { design } = body
  const channel = guild.channels.cache.get(body.channel_id)
  const { me } = guild.members
  if (design.trigger.kind !== 'message')
    throw new UserError(
      'automations.untriable',
      `It cannot be tried on messages, because it starts on “${triggerKind(design.trigger.kind).label}”.`,
    )
  if (
    !channel?.isTextBased() ||
    !me ||
    isHidden(channel) ||
    !channel.permissionsFor(me).has(['ViewChannel', 'ReadMessageHistory'])
  ) {
    const sentence = 'I cannot read that channel. Choose one where I have View Channel and Read Message History.'
    throw new UserError('automations.unreadable', sentence, 400, { channel_id: sentence })
  }
  const last = await ctx.askDiscord({
    guildId: guild.id,
    key: `automations.last-messages.${channel.id}`,
    ttlMs: 5000,
    ask: () => channel.messages.fetch({ limit: triedMessages, cache: false }),
  })
  const messages = [...last.values()].toSorted((a, b) => a.createdTimestamp - b.createdTimestamp)
  const members = await writersOf(ctx, messages)
  const judged: Answer['messages'] = []
  const turns = createBackgroundYield()
  for (const message of messages) {
    // A hundred long messages take a while: other work runs in between.
    await turns()
    const member = members.get(message.author.id)
    const one = tried(design, message, member, ctx.now(), guild)
    // It would act with the rights of the caller.
    const spared =
      one.result === 'starts' && member ? await firstSpared(ctx, design.actions, member, ctx.member.id) : undefined
    judged.push({ ...one, spared: spared ?? null })
  }
  return { messages: judged }
}
