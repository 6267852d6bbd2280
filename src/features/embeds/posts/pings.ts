import type { GuildMember } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import { namedBy, type Problem } from '#kit/message/limits/contract.ts'
import { missingIn } from '#kit/permissions.ts'
import { inert } from '#kit/template.ts'
import type embeds from '../contract.ts'
import type { Ping, Pings } from '../contract.ts'
import type { Sender } from '../sender/contract.ts'
import { type Place, targetChannel } from './target-channel.ts'

type Ctx = Context<typeof embeds> & { member: GuildMember }

const callerLacks = 'You need Mention @everyone in that channel for this.'
const botLacks = 'I need Mention @everyone in that channel for this.'

/** Why somebody may not ping many people at once; undefined if they may. */
function refusal({ guild, member }: Ctx, channel: Place | undefined, sender: Sender): string | undefined {
  const { me } = guild.members
  if (!channel || !me) return undefined
  if (missingIn(channel, member, ['MentionEveryone']).length > 0) return callerLacks
  // Discord lets every webhook ping everyone.
  return sender === null && missingIn(channel, me, ['MentionEveryone']).length > 0 ? botLacks : undefined
}

/** Everybody that the message mentions, and which of them the caller may not ping. */
export async function pingsOf(
  ctx: Ctx,
  channelId: string | null,
  { sender, message }: { sender: Sender; message: MessageDraft },
): Promise<Ping[]> {
  const { guild } = ctx
  const named = namedBy(message)
  const refused = refusal(ctx, targetChannel(ctx, channelId), sender) ?? null
  const everyone: Ping[] = named.everyone
    ? [{ kind: 'everyone', id: guild.id, name: '@everyone', members: guild.memberCount, refusal: refused }]
    : []
  const roles = named.roles.flatMap((id): Ping[] => {
    const role = guild.roles.cache.get(id)
    if (!role || id === guild.id) return []
    const members = role.members.size
    return [{ kind: 'role', id, name: `@${inert(role.name)}`, members, refusal: role.mentionable ? null : refused }]
  })
  const users = await Promise.all(
    named.users.slice(0, mostNamed).map(async (id): Promise<Ping[]> => {
      const member = await ctx.access.member(guild, id)
      return member ? [{ kind: 'user', id, name: `@${inert(member.displayName)}`, members: 1, refusal: null }] : []
    }),
  )
  return [...everyone, ...roles, ...users.flat()]
}

/**
 * The mentions in a message that the caller may ping; for commands, which ping everybody that the typed text mentions.
 */
export async function pingable(
  ctx: Ctx,
  channelId: string,
  message: { sender: Sender; message: MessageDraft },
): Promise<Pings> {
  const able = (await pingsOf(ctx, channelId, message)).filter(one => one.refusal === null)
  const ids = (kind: Ping['kind']) => able.filter(one => one.kind === kind).map(({ id }) => id)
  return { everyone: ids('everyone').length > 0, roles: ids('role'), users: ids('user') }
}

/** The most users that are looked up for one message: a text hardly has room for more. */
const mostNamed = 50

/** Why a message cannot ping everybody that it is asked to. */
export function pingProblems(found: readonly Ping[], wanted: Pings): Problem[] {
  const tell = (place: string, sentence: string): Problem => ({ path: 'pings', place, sentence })
  const asked = [
    ...(wanted.everyone ? [{ kind: 'everyone', id: undefined }] : []),
    ...wanted.roles.map(id => ({ kind: 'role', id })),
    ...wanted.users.map(id => ({ kind: 'user', id })),
  ]
  return asked.flatMap(({ kind, id }) => {
    const ping = found.find(one => one.kind === kind && (id === undefined || one.id === id))
    if (!ping) return [tell('Pings', 'The message does not name everybody that it is to ping.')]
    return ping.refusal === null ? [] : [tell(ping.name, ping.refusal)]
  })
}

/** The same in Discord's format. */
export const allowedMentions = ({ everyone, roles, users }: Pings) => ({
  parse: everyone ? ['everyone'] : [],
  roles,
  users,
})
