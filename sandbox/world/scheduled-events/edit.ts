import {
  type APIGuildScheduledEvent,
  AuditLogEvent,
  GatewayDispatchEvents,
  GuildScheduledEventEntityType as Entity,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus as Status,
} from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { audit, changesBetween, renamed } from '../audit.ts'
import { DiscordError, invalidForm } from '../errors.ts'
import { tooMany } from '../fields.ts'
import { parseForm } from '../form.ts'
import { type ActingUser, requireMember } from '../guard.ts'
import { permission } from '../permissions.ts'
import { closeStage } from '../stages/close.ts'
import { timestamp } from '../time.ts'
import { forgetExceptions } from './exceptions.ts'
import { createForm, editForm, requireWhole, withFields } from './form.ts'
import { endEvent, requireFreeStage, scheduleStatusChanges, startEvent } from './lifecycle.ts'
import type { ScheduledEventState } from './state.ts'
import { announceEvent, countOpen, eventView, requireHost, requireOrganizer } from './store.ts'

/** The most events that may be scheduled or active at a time. Source: Discord's error 30038. */
const most = 100

/**
 * Creates a scheduled event. Needs CREATE_EVENTS in its place, and the permissions for hosting there.
 * @throws DiscordError 50001, 50013, 50024, 50035, 30038
 */
export function createEvent(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown) {
  const state = requireMember(sandbox, actor.userId, guildId)
  const fields = parseForm(createForm, body)
  const blank = {
    id: sandbox.nextId(),
    guild_id: guildId,
    channel_id: null,
    creator_id: actor.userId,
    name: fields.name,
    description: null,
    image: null,
    scheduled_start_time: timestamp(sandbox, fields.scheduled_start_time),
    scheduled_end_time: null,
    privacy_level: GuildScheduledEventPrivacyLevel.GuildOnly,
    status: Status.Scheduled,
    entity_type: Entity.External,
    entity_id: null,
    entity_metadata: { location: '' },
    recurrence_rule: null,
  } satisfies APIGuildScheduledEvent
  const event = withFields(sandbox, blank, fields)
  requireWhole(sandbox, event, fields, true)
  requireHost(sandbox, actor, guildId, event, permission.CreateEvents)
  if (countOpen(state) >= most) throw tooMany(30_038, 'uncompleted guild scheduled events', most)
  const found: ScheduledEventState = { event, exceptions: new Map(), subscribers: new Set(), answers: new Map() }
  state.scheduledEvents.set(event.id, found)
  scheduleStatusChanges(sandbox, found)
  announceEvent(sandbox, found, GatewayDispatchEvents.GuildScheduledEventCreate)
  record(sandbox, actor, AuditLogEvent.GuildScheduledEventCreate, {}, event)
  return eventView(sandbox, found)
}

/** The statuses that may follow each status. The last two are final. */
const nextStatuses: Partial<Record<Status, readonly Status[]>> = {
  [Status.Scheduled]: [Status.Active, Status.Canceled],
  [Status.Active]: [Status.Completed],
}

/**
 * Changes, starts, ends or cancels an event. A new recurrence rule drops the exceptions of the old one.
 * @throws DiscordError 10070, 50001, 50013, 50024, 50035, 180000 for one that is over, 180002 for a stage that is open
 */
export function editEvent(sandbox: Sandbox, actor: ActingUser, guildId: string, eventId: string, body: unknown) {
  const { state, found } = requireOrganizer(sandbox, actor, guildId, eventId)
  const before = found.event
  if (nextStatuses[before.status] === undefined) throw new DiscordError(400, 180_000, 'Cannot update a finished event')
  const { status = before.status, ...fields } = parseForm(editForm, body)
  if (status !== before.status && !nextStatuses[before.status]?.includes(status))
    throw invalidForm([
      {
        path: 'status',
        code: 'GUILD_SCHEDULED_EVENT_STATUS_INVALID',
        message: 'The event cannot be moved to this status.',
      },
    ])
  const after = withFields(sandbox, before, fields)
  requireStill(before, after)
  requireWhole(sandbox, after, fields, fields.scheduled_start_time !== undefined)
  const own = before.creator_id === actor.userId
  requireHost(sandbox, actor, guildId, after, own ? 0n : permission.ManageEvents)
  if (status === Status.Active && before.status !== Status.Active) requireFreeStage(state, after)
  found.event = after
  if (status === Status.Active && before.status !== Status.Active) startEvent(sandbox, found)
  else if (status !== before.status) endEvent(sandbox, found, status)
  const isNewRule = fields.recurrence_rule !== undefined && found.exceptions.size > 0
  if (isNewRule && !sandbox.conditions.scheduledEvents.updateListsOldExceptions) forgetExceptions(sandbox, found)
  scheduleStatusChanges(sandbox, found)
  announceEvent(sandbox, found, GatewayDispatchEvents.GuildScheduledEventUpdate)
  if (isNewRule) forgetExceptions(sandbox, found)
  if (before.status === Status.Active && status !== Status.Active) closeStage(sandbox, state, before.channel_id)
  record(sandbox, actor, AuditLogEvent.GuildScheduledEventUpdate, before, found.event)
  return eventView(sandbox, found)
}

/**
 * Refuses to move an active event. Discord does not document its error; this one is ours. @throws DiscordError 50035
 */
function requireStill(before: APIGuildScheduledEvent, after: APIGuildScheduledEvent): void {
  const isElsewhere = before.entity_type !== after.entity_type || before.channel_id !== after.channel_id
  if (before.status === Status.Active && isElsewhere)
    throw invalidForm([
      { path: 'channel_id', code: 'GUILD_SCHEDULED_EVENT_ACTIVE', message: 'The event is under way and cannot move.' },
    ])
}

/**
 * Deletes a scheduled event. The gateway event carries the whole object. A stage that is live for it closes. @throws
 * DiscordError 10070, 50001, 50013
 */
export function deleteEvent(sandbox: Sandbox, actor: ActingUser, guildId: string, eventId: string): void {
  const { state, found } = requireOrganizer(sandbox, actor, guildId, eventId)
  state.scheduledEvents.delete(eventId)
  announceEvent(sandbox, found, GatewayDispatchEvents.GuildScheduledEventDelete)
  if (found.event.status === Status.Active) closeStage(sandbox, state, found.event.channel_id)
  record(sandbox, actor, AuditLogEvent.GuildScheduledEventDelete, found.event, {})
}

const logged = [
  'name',
  'description',
  'entity_type',
  'status',
  'channel_id',
  'location',
  'privacy_level',
  'image',
  'scheduled_start_time',
  'scheduled_end_time',
  'recurrence_rule',
] as const

function record(
  sandbox: Sandbox,
  actor: ActingUser,
  type: AuditLogEvent,
  before: Partial<APIGuildScheduledEvent>,
  after: Partial<APIGuildScheduledEvent>,
): void {
  const flat = (event: Partial<APIGuildScheduledEvent>): Partial<Record<(typeof logged)[number], unknown>> => ({
    ...event,
    location: event.entity_metadata?.location,
  })
  audit(sandbox, actor, {
    guildId: before.guild_id ?? after.guild_id ?? '',
    type,
    targetId: before.id ?? after.id ?? null,
    changes: renamed(changesBetween(flat(before), flat(after), logged), { image: 'image_hash' }),
  })
}
