import { ChannelType, DiscordAPIError, type GuildMember, type PermissionsString, RESTJSONErrorCodes } from 'discord.js'
import { sanction } from '#features/moderation/public.ts'
import { seesNow } from '#kernel/rights/channel-rights.ts'
import { giveRole } from '#kernel/rights/give-role.ts'
import { freshMember } from '#kit/fresh-member.ts'
import { listed, missingIn, permissionName } from '#kit/permissions.ts'
import { cut } from '#kit/template.ts'
import automations from '../contract.ts'
import type { Action } from '../design/contract.ts'
import { type ActionName, actionKind } from '../design/kinds/contract.ts'
import { botProblem, editorProblem, seesPlace } from '../rights.ts'
import { expect } from './causation.ts'
import { copyTo } from './copy.ts'
import { done, failed, hasLeft, moot, unanswered, type ActionOutcome } from './outcome.ts'
import { whyStaffIsSpared, type Punishment } from './punishment.ts'
import { isGone, type RunContext } from './run-context.ts'
import { replyTo, sendTo, writeTo } from './send.ts'

const because = ({ stored }: RunContext) => cut(`Automation: ${stored.design.name}`, 200)

/** The permissions that the bot lacks in the message's channel. */
function missingHere({ guild, channel }: RunContext, kind: ActionName): PermissionsString[] {
  const place = channel()
  const { me } = guild.members
  return place && me ? missingIn(place, me, actionKind(kind).needs as readonly PermissionsString[]) : []
}

async function onMessage(context: RunContext, action: Action): Promise<ActionOutcome> {
  const { run, services } = context
  const place = context.channel()
  if (!place || run.messageId === null) return moot('The message is gone.')
  const missing = missingHere(context, action.kind)
  if (missing.length > 0) return failed(`I need ${listed(missing.map(permissionName))} in <#${place.id}>.`)
  const path = `/channels/${place.id}/messages/${run.messageId}` as const
  const { rest } = services.client
  try {
    if (action.kind === 'delete') await rest.delete(path, { reason: because(context) })
    if (action.kind === 'react')
      await rest.put(`${path}/reactions/${encodeURIComponent(action.emoji.trim().replace(/^<a?:|>$/g, ''))}/@me`)
    if (action.kind === 'thread') {
      const name = cut((await context.fill(action.text)).replace(/\s+/gu, ' ').trim() || 'Thread', 100)
      await rest.post(`${path}/threads`, { body: { name }, reason: because(context) })
    }
    return done
  } catch (error) {
    // It was deleted earlier: by somebody else, or by us before a crash.
    if (isGone(error)) return action.kind === 'delete' ? done : moot('The message is gone.')
    if (error instanceof DiscordAPIError) {
      // We opened it before a crash: a message has at most one thread.
      if (error.code === RESTJSONErrorCodes.ThreadAlreadyCreatedForMessage) return done
      if (error.code === RESTJSONErrorCodes.ReactionWasBlocked) return moot('The member has blocked me.')
    }
    throw error
  }
}

async function changeRole(context: RunContext, action: Action): Promise<ActionOutcome> {
  const { services, guild, run } = context
  const remembered = await context.member()
  if (!remembered) return moot(hasLeft)
  const roleId = action.role_id ?? ''
  if (!guild.roles.cache.has(roleId)) return failed('Its role was deleted.')
  const isGiven = action.kind === 'give_role'
  const isSo = ({ roles }: GuildMember) => roles.cache.has(roleId) === isGiven
  // Discord may not have reported our own previous change yet.
  const member = isSo(remembered) ? await freshMember(guild, remembered.id) : remembered
  if (!member) return moot(hasLeft)
  if (isSo(member)) return done
  const { joinedTimestamp: joinedAt } = member
  const what = { kind: isGiven ? ('role_given' as const) : ('role_taken' as const), roleId }
  expect(services, guild.id, member.id, what, readChain(run.chain))
  if (!isGiven) await member.roles.remove(roleId, because(context))
  else if (!(await giveRole(services, automations, { member, roleId, why: because(context) }))) {
    // They may have left when the role was to be given, and be back by now.
    const stayed = (await freshMember(guild, member.id))?.joinedTimestamp === joinedAt
    return stayed ? failed('Discord did not let me give the role.') : moot(hasLeft)
  }
  return done
}

const readChain = (chain: unknown): string[] => (Array.isArray(chain) ? chain.map(String) : [])

async function punish(
  context: RunContext,
  action: Action,
  kind: Punishment,
  begunBefore: number | null,
): Promise<ActionOutcome> {
  const { services, guild, run, stored } = context
  const member = await context.member()
  // If it was begun before a crash, the member is gone because of our own kick or ban.
  if (!member) return begunBefore === null ? moot(hasLeft) : done
  const spared = whyStaffIsSpared(member, kind)
  if (spared !== undefined) return moot(spared)
  if (kind === 'kick' || kind === 'ban' || kind === 'warn')
    expect(services, guild.id, member.id, { kind: 'leave' }, readChain(run.chain))
  const said = (await context.fill(action.text)).trim()
  const {
    done: isDone,
    outage,
    problem,
  } = await sanction(services, {
    guild,
    target: member.user,
    kind,
    source: 'automation',
    // Judged by their rank, as if they did it themselves.
    moderatorId: stored.savedById ?? '',
    reason: cut(said === '' ? because(context) : `${said} (${because(context)})`, 400),
    durationMs: kind === 'timeout' ? action.minutes * 60_000 : undefined,
    key: `automation/${run.id}/${run.step}`,
    origin:
      run.channelId === null ? undefined : run.messageId === null ? run.channelId : `${run.channelId}/${run.messageId}`,
  })
  if (outage) return unanswered
  // The member's role is too high, or they are protected or already banned: this concerns only them.
  return isDone ? done : moot(problem ?? 'It could not be done to this member.')
}

const lendsNothing = ({ stored }: RunContext) =>
  stored.savedByName === null
    ? 'It acted with the rights of somebody who is forgotten. Save it again, so that it acts with yours.'
    : `It acted with the rights of ${stored.savedByName}, who has left. Save it again, so that it acts with yours.`

/**
 * Whether the member who saved it is suspended in this server: then the bot does nothing for them, not even send a
 * message.
 */
const isAuthorSuspended = ({ services, guild, stored: { savedById } }: RunContext) =>
  savedById !== null && services.access.suspension(guild, savedById) !== undefined

/**
 * Why the bot does not act on something in a channel: the member who saved the automation cannot see that channel.
 * Otherwise its messages could reach them, or a channel of their choice, and be answered with their texts.
 */
async function unseenChannel(context: RunContext): Promise<ActionOutcome | undefined> {
  const { guild, run } = context
  const place = guild.channels.cache.get(run.channelId ?? '')
  if (!place || (seesPlace(guild.roles.everyone, place) && place.type !== ChannelType.PrivateThread)) return undefined
  const editor = await context.lastEditor()
  if (!editor) return failed(lendsNothing(context))
  return (await seesNow(editor, place)) ? undefined : moot('Whoever saved it does not see the channel.')
}

/** Why an action can no longer run, whoever it is about: the member who saved it may not do it, or the bot cannot. */
async function actionProblem(context: RunContext, action: Action): Promise<string | undefined> {
  const { services, guild, run } = context
  const { guarded, takes } = actionKind(action.kind)
  const where = takes === 'message' && run.channelId !== null ? [run.channelId] : []
  if (guarded) {
    const editor = await context.lastEditor()
    if (!editor) return lendsNothing(context)
    const problem = editorProblem(services, editor, action, where, editor.displayName)
    if (problem !== undefined) return problem
  }
  return botProblem(services, guild, action, where)
}

/** Performs one action of a run; safe to repeat. @throws errors after which a later attempt may succeed */
export async function act(context: RunContext, action: Action, begunBefore: number | null): Promise<ActionOutcome> {
  if (isAuthorSuspended(context))
    return failed('Whoever saved it was stopped in this server. Save it again, so that it acts with your rights.')
  const blind = await unseenChannel(context)
  if (blind) return blind
  const problem = await actionProblem(context, action)
  if (problem !== undefined) return failed(problem)
  switch (action.kind) {
    case 'send':
      return sendTo(context, action, begunBefore)
    case 'reply':
      return replyTo(context, action, begunBefore)
    case 'dm':
      return writeTo(context, action, begunBefore)
    case 'copy':
      return copyTo(context, action, begunBefore)
    case 'delete':
    case 'react':
    case 'thread':
      return onMessage(context, action)
    case 'give_role':
    case 'take_role':
      return changeRole(context, action)
    default:
      return punish(context, action, action.kind, begunBefore)
  }
}
