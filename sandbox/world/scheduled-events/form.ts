import {
  type APIGuildScheduledEvent,
  ChannelType,
  GuildScheduledEventEntityType as Entity,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus as Status,
} from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { DiscordError, type FieldProblem, invalidForm, unknown } from '../errors.ts'
import { image } from '../fields.ts'
import { optional, refusal, snowflake, text } from '../form.ts'
import { timestamp } from '../time.ts'
import { keepImage } from '../uploads.ts'
import { recurrenceRule } from './recurrence.ts'

export const moment = z
  .string()
  .refine(value => !Number.isNaN(Date.parse(value)), refusal('DATE_TIME_TYPE_PARSE', 'Could not parse the date.'))
  .transform(value => Date.parse(value))

/** Source: Discord's documentation, "Guild Scheduled Event", and its API description. */
export const createForm = z.object({
  name: text(100, 1),
  privacy_level: z.literal(GuildScheduledEventPrivacyLevel.GuildOnly),
  scheduled_start_time: moment,
  scheduled_end_time: moment.nullish(),
  entity_type: z.enum(Entity),
  description: text(1000).nullish(),
  channel_id: snowflake.nullish(),
  entity_metadata: z.object({ location: optional(text(100, 1)) }).nullish(),
  image: image.optional(),
  recurrence_rule: recurrenceRule.nullish(),
})

export const editForm = createForm
  .partial()
  .extend({ entity_type: optional(z.enum(Entity)), status: optional(z.enum(Status)) })

export type EventFields = z.output<typeof editForm>

/** Returns the event with these fields applied, without storing it or checking it as a whole. */
export function withFields(
  sandbox: Sandbox,
  event: APIGuildScheduledEvent,
  fields: EventFields,
): APIGuildScheduledEvent {
  const location = fields.entity_metadata?.location
  const type = fields.entity_type ?? event.entity_type
  const channelId = fields.channel_id === undefined ? event.channel_id : fields.channel_id
  const end = fields.scheduled_end_time
  return {
    ...event,
    ...(fields.name !== undefined && { name: fields.name }),
    ...(fields.description !== undefined && { description: fields.description || null }),
    ...(fields.scheduled_start_time !== undefined && {
      scheduled_start_time: timestamp(sandbox, fields.scheduled_start_time),
    }),
    ...(end !== undefined && { scheduled_end_time: end === null ? null : timestamp(sandbox, end) }),
    ...(fields.image !== undefined && { image: keepImage(sandbox, fields.image) }),
    ...(fields.recurrence_rule !== undefined && { recurrence_rule: fields.recurrence_rule }),
    entity_type: type,
    channel_id: type === Entity.External ? null : channelId,
    entity_metadata: type === Entity.External ? { location: location ?? event.entity_metadata?.location ?? '' } : null,
    // What each kind of event needs is checked by `requireWhole`.
  } as APIGuildScheduledEvent
}

const required = (path: string): FieldProblem => ({
  path,
  code: 'BASE_TYPE_REQUIRED',
  message: 'This field is required',
})

/**
 * Checks the fields that each kind of event requires or forbids.
 * @param moved whether its times are new: new times must not be in the past
 * @throws DiscordError 50035, 50024 for a channel of another kind, 10003
 */
export function requireWhole(
  sandbox: Sandbox,
  event: APIGuildScheduledEvent,
  fields: EventFields,
  moved: boolean,
): void {
  const problems: FieldProblem[] = []
  const start = Date.parse(event.scheduled_start_time)
  const end = event.scheduled_end_time === null ? undefined : Date.parse(event.scheduled_end_time)
  if (moved && start <= sandbox.now())
    problems.push({
      path: 'scheduled_start_time',
      code: 'GUILD_SCHEDULED_EVENT_SCHEDULE_PAST',
      message: 'Cannot schedule event in the past.',
    })
  if (end !== undefined && end <= start)
    problems.push({
      path: 'scheduled_end_time',
      code: 'GUILD_SCHEDULED_EVENT_SCHEDULE_INVALID',
      message: 'The event must end after it starts.',
    })
  if (event.entity_type === Entity.External) {
    if (fields.channel_id) problems.push({ path: 'channel_id', code: 'BASE_TYPE_INVALID', message: 'Must be null.' })
    if (!event.entity_metadata.location) problems.push(required('entity_metadata'))
    if (end === undefined) problems.push(required('scheduled_end_time'))
  } else if (!event.channel_id) problems.push(required('channel_id'))
  if (problems.length > 0) throw invalidForm(problems)
  if (event.channel_id) requireHall(sandbox, event)
}

function requireHall({ world }: Sandbox, { guild_id, channel_id, entity_type }: APIGuildScheduledEvent): void {
  const place = world.channels.get(channel_id ?? '')
  if (place?.guildId !== guild_id) throw unknown.channel()
  const wanted = entity_type === Entity.StageInstance ? ChannelType.GuildStageVoice : ChannelType.GuildVoice
  if (place.channel.type !== wanted) throw new DiscordError(400, 50_024, 'Cannot execute action on this channel type')
}
