import {
  type APIGuildScheduledEvent,
  GatewayDispatchEvents,
  GuildScheduledEventEntityType as Entity,
  GuildScheduledEventStatus as Status,
} from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { DiscordError } from '../errors.ts'
import { guildOf } from '../lookup.ts'
import type { GuildState } from '../state.ts'
import { closeStage } from '../stages/close.ts'
import { openStage } from '../stages/open.ts'
import { timestamp } from '../time.ts'
import { occurrenceStart } from './exceptions.ts'
import { occurrencesAfter } from './recurrence.ts'
import type { ScheduledEventState } from './state.ts'
import { announceEvent } from './store.ts'

/**
 * Schedules what happens to an event over time: an external one begins and ends at its times; one in a channel is
 * canceled hours later if nobody starts it, and ends minutes after everybody has left. Source: Discord's documentation,
 * "Guild Scheduled Event Status"; how long is a condition.
 */
export function scheduleStatusChanges(sandbox: Sandbox, found: ScheduledEventState): void {
  const { event } = found
  const isElsewhere = event.entity_type === Entity.External
  if (event.status === Status.Scheduled)
    at(sandbox, found, Date.parse(event.scheduled_start_time) + (isElsewhere ? 0 : unstartedMs(sandbox)), () => {
      if (isElsewhere) startEvent(sandbox, found)
      else found.event = { ...found.event, status: Status.Canceled }
    })
  else if (event.status === Status.Active && isElsewhere && event.scheduled_end_time !== null)
    at(sandbox, found, Date.parse(event.scheduled_end_time), () => endEvent(sandbox, found, Status.Completed))
  else if (event.status === Status.Active && event.channel_id) endWhenEmpty(sandbox, event.guild_id, event.channel_id)
}

const unstartedMs = ({ conditions }: Sandbox) => conditions.scheduledEvents.unstartedCanceledMs

/** Runs a task at a time, unless the event has been changed, has changed status or was deleted by then. */
function at(sandbox: Sandbox, found: ScheduledEventState, when: number, act: () => void): void {
  const { id, guild_id, status, entity_type, scheduled_start_time, scheduled_end_time } = found.event
  sandbox.later(Math.max(0, when - sandbox.now()), () => {
    const now = sandbox.world.guilds.get(guild_id)?.scheduledEvents.get(id)
    const isSame =
      now === found &&
      now.event.status === status &&
      now.event.entity_type === entity_type &&
      now.event.scheduled_start_time === scheduled_start_time &&
      now.event.scheduled_end_time === scheduled_end_time
    if (!isSame) return
    act()
    scheduleStatusChanges(sandbox, found)
    announceEvent(sandbox, found, GatewayDispatchEvents.GuildScheduledEventUpdate)
  })
}

/** Ends the active events in an empty voice or stage channel after a while, unless somebody has come back by then. */
export function endWhenEmpty(sandbox: Sandbox, guildId: string, channelId: string): void {
  const state = guildOf(sandbox.world, guildId)
  const isEmpty = () => ![...state.voiceStates.values()].some(voice => voice.channel_id === channelId)
  if (!isEmpty()) return
  const under = [...state.scheduledEvents.values()].filter(
    ({ event }) => event.channel_id === channelId && event.status === Status.Active,
  )
  for (const found of under)
    sandbox.later(sandbox.conditions.scheduledEvents.emptyEndsMs, () => {
      if (found.event.status !== Status.Active || state.scheduledEvents.get(found.event.id) !== found || !isEmpty())
        return
      endEvent(sandbox, found, Status.Completed)
      scheduleStatusChanges(sandbox, found)
      announceEvent(sandbox, found, GatewayDispatchEvents.GuildScheduledEventUpdate)
      closeStage(sandbox, state, channelId)
    })
}

/** @throws DiscordError 180002 when the stage that an event needs is open already */
export function requireFreeStage(state: GuildState, { entity_type, channel_id }: APIGuildScheduledEvent): void {
  if (entity_type === Entity.StageInstance && state.stageInstances.has(channel_id ?? ''))
    throw new DiscordError(400, 180_002, 'Failed to create stage needed for stage event')
}

/** Makes an event active. A stage event opens its stage, which `requireFreeStage` has found closed. */
export function startEvent(sandbox: Sandbox, found: ScheduledEventState): void {
  const { event } = found
  if (event.entity_type !== Entity.StageInstance) {
    found.event = { ...event, status: Status.Active }
    return
  }
  const state = guildOf(sandbox.world, event.guild_id)
  const stage = openStage(sandbox, state, event.channel_id, { topic: event.name, eventId: event.id })
  found.event = { ...event, status: Status.Active, entity_id: stage.id }
}

/**
 * Ends or cancels an event. A recurring event that ends waits for its next occurrence; canceling it cancels all of
 * them.
 */
export function endEvent(sandbox: Sandbox, found: ScheduledEventState, status: Status): void {
  const next = status === Status.Completed ? nextOf(found, sandbox.now()) : undefined
  if (!next) found.event = { ...found.event, status, entity_id: null }
  else {
    const [start, end] = [timestamp(sandbox, next.start), next.end === undefined ? null : timestamp(sandbox, next.end)]
    found.event = {
      ...found.event,
      status: Status.Scheduled,
      entity_id: null,
      scheduled_start_time: start,
      scheduled_end_time: end,
    }
  }
}

/**
 * The next occurrence that is not canceled, with the times of its exception. Discord does not document this step; it is
 * our own.
 */
function nextOf(
  { event, exceptions }: ScheduledEventState,
  now: number,
): { start: number; end: number | undefined } | undefined {
  if (!event.recurrence_rule) return undefined
  const lasts =
    event.scheduled_end_time === null
      ? undefined
      : Date.parse(event.scheduled_end_time) - Date.parse(event.scheduled_start_time)
  const passed = Math.max(now, Date.parse(event.scheduled_start_time))
  for (const time of occurrencesAfter(event.recurrence_rule, passed)) {
    const exception = [...exceptions.values()].find(one => occurrenceStart(one) === time)
    if (exception?.is_canceled) continue
    const start = exception?.scheduled_start_time ? Date.parse(exception.scheduled_start_time) : time
    const end = exception?.scheduled_end_time
      ? Date.parse(exception.scheduled_end_time)
      : lasts === undefined
        ? undefined
        : start + lasts
    return { start, end }
  }
  return undefined
}
