import { type Message, PermissionFlagsBits } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { cut, messageLimits } from '#kit/template.ts'
import type automod from '../contract.ts'
import { namedIn } from '../message/mentioned.ts'
import { type Pinged, type State, stateOf } from '../state.ts'
import { judgeLater } from './deleted-by.ts'
import { reportPing } from './ghost-ping-report.ts'

type Ctx = Context<typeof automod>

const count = ({ users, roles, everyone }: Pinged): number => users.length + roles.length + Number(everyone)

/**
 * Returns who a message notifies: members who can see it, except its author, bots and the author of the message it
 * replies to; and roles that may be mentioned.
 */
function pingedBy(message: Message<true>): Pinged {
  const { author, channel, member, mentions } = message
  const named = namedIn(message.content)
  const mayMentionAll = member !== null && channel.permissionsFor(member).has(PermissionFlagsBits.MentionEveryone)
  const sees = (id: string) => {
    const there = mentions.members.get(id) ?? message.guild.members.cache.get(id)
    return there !== undefined && channel.permissionsFor(there).has(PermissionFlagsBits.ViewChannel)
  }
  return {
    users: mentions.users
      .filter(({ id, bot }) => id !== author.id && !bot && named.users.has(id) && sees(id))
      .map(idOf),
    roles: mentions.roles
      .filter(({ id, mentionable }) => named.roles.has(id) && (mentionable || mayMentionAll))
      .map(idOf),
    everyone: mentions.everyone,
  }
}

const idOf = ({ id }: { id: string }) => id

/** Remembers a message that notifies somebody for a while, because Discord reports only the id of a deleted message. */
export function rememberPings(state: State, message: Message<true>): void {
  const pinged = pingedBy(message)
  if (count(pinged) === 0) return
  state.ghostPings.set(message.id, {
    channelId: message.channelId,
    author: { id: message.author.id, name: message.author.tag },
    content: cut(message.content, messageLimits.fieldValue),
    pinged,
    at: message.createdTimestamp,
  })
}

/** Logs mentions that an edit removed. An edit notifies nobody, so mentions that it adds do not count. */
export function onPingEdited(ctx: Ctx, message: Message<true>): Promise<void> | undefined {
  const { ghostPings } = stateOf(ctx)
  const before = ghostPings.get(message.id)
  if (!before) return undefined
  const named = namedIn(message.content)
  const stays: Pinged = {
    users: before.pinged.users.filter(id => named.users.has(id)),
    roles: before.pinged.roles.filter(id => named.roles.has(id)),
    everyone: before.pinged.everyone && named.everyone,
  }
  if (count(stays) === count(before.pinged)) return undefined
  if (count(stays) > 0)
    ghostPings.set(message.id, { ...before, content: cut(message.content, messageLimits.fieldValue), pinged: stays })
  else ghostPings.delete(message.id)
  const lost: Pinged = {
    users: before.pinged.users.filter(id => !stays.users.includes(id)),
    roles: before.pinged.roles.filter(id => !stays.roles.includes(id)),
    everyone: before.pinged.everyone && !stays.everyone,
  }
  return reportPing(ctx, ctx.guild.id, { ...before, pinged: lost }, `The mention was edited away: ${message.url}`)
}

/** Schedules the judging of a deleted message with mentions, for when the audit log shows who deleted it. */
export function onMessageDelete(ctx: Ctx, messageId: string): void {
  if (!ctx.own.antiGhostping) return
  const { ghostPings, handled } = stateOf(ctx)
  // Messages that broke another rule are in the log already.
  if (ghostPings.has(messageId) && !handled.has(messageId)) judgeLater(ctx, ctx.guild.id, messageId)
}
