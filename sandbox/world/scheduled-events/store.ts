import {
  type APIGuildScheduledEvent,
  GatewayDispatchEvents,
  GuildScheduledEventEntityType as Entity,
  GuildScheduledEventStatus as Status,
} from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import type { Audience } from '../dispatch.ts'
import { emitToGuild } from '../emit.ts'
import { missingAccess, missingPermissions, unknown } from '../errors.ts'
import { type ActingUser, guildPermissions, permissionsIn, requireMember, requirePermission } from '../guard.ts'
import { has, permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import type { ScheduledEventState } from './state.ts'

/** An event as REST and the gateway show it. @param counted with how many want to come, which REST shows if asked */
export function eventView(sandbox: Sandbox, { event, exceptions, subscribers }: ScheduledEventState, counted = false) {
  const creator = event.creator_id ? sandbox.world.accounts.get(event.creator_id)?.user : undefined
  return {
    ...event,
    ...(creator && { creator }),
    ...(counted && { user_count: subscribers.size }),
    guild_scheduled_event_exceptions: [...exceptions.values()],
  }
}

const isOpen = ({ event }: ScheduledEventState) => event.status === Status.Scheduled || event.status === Status.Active

/** The scheduled or active events in places that the viewer can see. */
export const openEvents = (sandbox: Sandbox, state: GuildState, viewerId: string): ScheduledEventState[] =>
  [...state.scheduledEvents.values()].filter(one => isOpen(one) && sees(sandbox, viewerId, one.event))

/** How many events count toward the limit, whether or not the viewer sees them. */
export const countOpen = (state: GuildState): number => [...state.scheduledEvents.values()].filter(isOpen).length

const sees = (sandbox: Sandbox, userId: string, { channel_id }: APIGuildScheduledEvent): boolean =>
  channel_id === null || has(permissionsIn(sandbox, userId, channel_id), permission.ViewChannel)

/** @throws DiscordError 10070, 50001 for someone who is no member or cannot see where it is */
export function requireEvent(sandbox: Sandbox, viewerId: string, guildId: string, eventId: string) {
  const state = requireMember(sandbox, viewerId, guildId)
  const found = state.scheduledEvents.get(eventId)
  if (!found) throw unknown.scheduledEvent()
  if (!sees(sandbox, viewerId, found.event)) throw missingAccess()
  return { state, found }
}

/**
 * Requires permission to change an event: the actor's own needs either permission, other people's MANAGE_EVENTS.
 * @throws DiscordError 10070, 50001, 50013
 */
export function requireOrganizer(sandbox: Sandbox, actor: ActingUser, guildId: string, eventId: string) {
  const { state, found } = requireEvent(sandbox, actor.userId, guildId, eventId)
  const { channel_id, creator_id } = found.event
  const granted =
    channel_id === null
      ? guildPermissions(sandbox, actor.userId, guildId)
      : permissionsIn(sandbox, actor.userId, channel_id)
  const isOwn = creator_id === actor.userId && has(granted, permission.CreateEvents)
  if (!isOwn && !has(granted, permission.ManageEvents)) throw missingPermissions()
  return { state, found }
}

/**
 * Requires the permissions for hosting, besides the one to create or manage events. Source: Discord's documentation of
 * the resource.
 */
export function requireHost(
  sandbox: Sandbox,
  actor: ActingUser,
  guildId: string,
  host: { entity_type: Entity; channel_id: string | null },
  base: bigint,
): void {
  if (host.channel_id === null) requirePermission(sandbox, actor.userId, guildId, base)
  else requirePermission(sandbox, actor.userId, guildId, base | hosting[host.entity_type], host.channel_id)
}

/** The permissions that opening a stage requires as well. */
export const stageModeration = permission.ManageChannels | permission.MuteMembers | permission.MoveMembers

const hosting: Record<Entity, bigint> = {
  [Entity.StageInstance]: stageModeration,
  [Entity.Voice]: permission.ViewChannel | permission.Connect,
  [Entity.External]: 0n,
}

/** The audience of gateway events about a scheduled event: members who can see its place. */
export const audienceOf = ({ channel_id }: APIGuildScheduledEvent): Omit<Audience, 'guildId'> =>
  channel_id === null ? {} : { channelId: channel_id }

/** Sends one of the three gateway events about a scheduled event; each carries the whole object. */
export function announceEvent(
  sandbox: Sandbox,
  found: ScheduledEventState,
  type:
    | GatewayDispatchEvents.GuildScheduledEventCreate
    | GatewayDispatchEvents.GuildScheduledEventUpdate
    | GatewayDispatchEvents.GuildScheduledEventDelete,
): void {
  emitToGuild(sandbox, found.event.guild_id, type, eventView(sandbox, found), audienceOf(found.event))
}
