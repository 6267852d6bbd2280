import { GatewayDispatchEvents, GuildScheduledEventStatus as Status } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { emitToGuild } from '../emit.ts'
import { DiscordError } from '../errors.ts'
import { page, yes } from '../fields.ts'
import { optional, parseForm, snowflake } from '../form.ts'
import { memberOf, userOf } from '../lookup.ts'
import { exceptionIn } from './exceptions.ts'
import type { ScheduledEventState } from './state.ts'
import { audienceOf, requireEvent } from './store.ts'

/** A member's answer for one occurrence, as the numbers of Discord's API description. */
const [declines, comes] = [0, 1] as const

/**
 * Notes whether a member wants to come to the whole event or to one occurrence. Bots cannot; the route is the one of
 * Discord's own clients.
 * @throws DiscordError 10070, 50001, 10071 for withdrawing an answer that was never given, 180000 when the event is
 * over
 */
export function answerEvent(
  sandbox: Sandbox,
  userId: string,
  guildId: string,
  where: { eventId: string; exceptionId?: string },
  interested: boolean,
): void {
  const { found } = requireEvent(sandbox, userId, guildId, where.eventId)
  const { status } = found.event
  if (status === Status.Completed || status === Status.Canceled)
    throw new DiscordError(400, 180_000, 'Cannot update a finished event')
  if (where.exceptionId === undefined) {
    if (!interested && !found.subscribers.delete(userId))
      throw new DiscordError(404, 10_071, 'Unknown Guild Scheduled Event User')
    if (interested && found.subscribers.has(userId)) return
    if (interested) found.subscribers.add(userId)
  } else {
    const { event_exception_id: id } = exceptionIn(found, where.exceptionId)
    const answers = found.answers.get(id) ?? new Map<string, boolean>()
    found.answers.set(id, answers.set(userId, interested))
  }
  emitToGuild(
    sandbox,
    guildId,
    interested ? GatewayDispatchEvents.GuildScheduledEventUserAdd : GatewayDispatchEvents.GuildScheduledEventUserRemove,
    {
      guild_scheduled_event_id: where.eventId,
      user_id: userId,
      guild_id: guildId,
      ...(where.exceptionId !== undefined && {
        guild_scheduled_event_exception_id: where.exceptionId,
        response: interested ? comes : declines,
      }),
    },
    audienceOf(found.event),
  )
}

const listForm = page(100).extend({ with_member: optional(yes) })

/**
 * The users who want to come, by ascending id; `before` takes precedence over `after`. @throws DiscordError 10070,
 * 50001
 */
export function listSubscribers(
  sandbox: Sandbox,
  viewerId: string,
  guildId: string,
  where: { eventId: string; exceptionId?: string },
  query: unknown,
) {
  const { state, found } = requireEvent(sandbox, viewerId, guildId, where.eventId)
  const { before, after, limit, with_member } = parseForm(listForm, query)
  const all = answersTo(found, where.exceptionId)
    .filter(([id]) => (before ? BigInt(id) < BigInt(before) : !after || BigInt(id) > BigInt(after)))
    .sort(([one], [other]) => (BigInt(one) < BigInt(other) ? -1 : 1))
  const shown = before ? all.slice(-limit) : all.slice(0, limit)
  return shown.map(([userId, interested]) => ({
    guild_scheduled_event_id: where.eventId,
    ...(where.exceptionId !== undefined && { guild_scheduled_event_exception_id: where.exceptionId }),
    user_id: userId,
    user: userOf(sandbox.world, userId),
    ...(with_member && state.members.has(userId) && { member: memberOf(sandbox.world, guildId, userId) }),
    response: interested ? comes : declines,
  }))
}

function answersTo(found: ScheduledEventState, exceptionId: string | undefined): [string, boolean][] {
  if (exceptionId === undefined) return [...found.subscribers].map(id => [id, true])
  return [...(found.answers.get(exceptionIn(found, exceptionId).event_exception_id) ?? [])]
}

const countsForm = z.object({
  guild_scheduled_event_exception_ids: optional(
    z.preprocess(value => (typeof value === 'string' ? value.split(',') : value), z.array(snowflake).max(10)),
  ),
})

/**
 * How many users want to come to the whole event, and to each of these occurrences. @throws DiscordError 10070, 50001,
 * 50035
 */
export function countSubscribers(sandbox: Sandbox, viewerId: string, guildId: string, eventId: string, query: unknown) {
  const { found } = requireEvent(sandbox, viewerId, guildId, eventId)
  const { guild_scheduled_event_exception_ids: ids = [] } = parseForm(countsForm, query)
  const coming = (id: string) => [...(found.answers.get(id)?.values() ?? [])].filter(Boolean).length
  return {
    guild_scheduled_event_count: found.subscribers.size,
    guild_scheduled_event_exception_counts: Object.fromEntries(ids.map(id => [id, coming(id)])),
  }
}
