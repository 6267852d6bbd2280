import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { snowflakeTime } from '../../snowflake.ts'
import { audit, changesBetween } from '../audit.ts'
import type { ExceptionEvent } from '../dispatch.ts'
import { emitToGuild } from '../emit.ts'
import { DiscordError, invalidForm } from '../errors.ts'
import { optional, parseForm } from '../form.ts'
import type { ActingUser } from '../guard.ts'
import { timestamp } from '../time.ts'
import { moment } from './form.ts'
import { occurrencesAfter } from './recurrence.ts'
import type { EventException, ScheduledEventState } from './state.ts'
import { audienceOf, requireOrganizer } from './store.ts'

/**
 * Single occurrences of a recurring event that are moved or called off. They are in Discord's API description alone;
 * the events and the three audit numbers are as clients know them.
 */

const changeForm = z.object({
  scheduled_start_time: moment.nullish(),
  scheduled_end_time: moment.nullish(),
  is_canceled: optional(z.boolean()),
})
const createForm = changeForm.extend({ original_scheduled_start_time: moment })

const auditNumbers = { create: 200, update: 201, delete: 202 } as const

/** When the occurrence would have begun (Unix ms): its id says so. */
export const occurrenceStart = ({ event_exception_id }: EventException): number => snowflakeTime(event_exception_id)

const idOf = (start: number): string => String(BigInt(start - snowflakeTime('0')) << 22n)

/**
 * Creates an exception; it replaces an earlier one for the same occurrence. @throws DiscordError 10070, 50001, 50013,
 * 50035, 180005
 */
export function createException(sandbox: Sandbox, actor: ActingUser, guildId: string, eventId: string, body: unknown) {
  const { found } = requireOrganizer(sandbox, actor, guildId, eventId)
  const { original_scheduled_start_time: original, ...change } = parseForm(createForm, body)
  if (Object.values(change).every(value => value === undefined || value === null)) throw saysNothing()
  requireOccurrence(found, original)
  const before = found.exceptions.get(idOf(original))
  const after = changed(sandbox, before ?? untouched(eventId, original), change)
  store(sandbox, actor, found, before ?? {}, after, before ? 'update' : 'create')
  return after
}

/** @throws DiscordError 10070, 50001, 50013, 50035 */
export function editException(
  sandbox: Sandbox,
  actor: ActingUser,
  guildId: string,
  [eventId, exceptionId]: readonly [string, string],
  body: unknown,
) {
  const { found } = requireOrganizer(sandbox, actor, guildId, eventId)
  const before = exceptionIn(found, exceptionId)
  const after = changed(sandbox, before, parseForm(changeForm, body))
  store(sandbox, actor, found, before, after, 'update')
  return after
}

/** Deletes an exception, so that the occurrence follows the rule again. @throws DiscordError 10070, 50001, 50013 */
export function deleteException(
  sandbox: Sandbox,
  actor: ActingUser,
  guildId: string,
  [eventId, exceptionId]: readonly [string, string],
): void {
  const { found } = requireOrganizer(sandbox, actor, guildId, eventId)
  const before = exceptionIn(found, exceptionId)
  found.exceptions.delete(exceptionId)
  found.answers.delete(exceptionId)
  tell(sandbox, found, 'GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE', before)
  record(sandbox, actor, found, before, {}, 'delete')
}

/** Deletes all exceptions at once: the gateway event names only the scheduled event. */
export function forgetExceptions(sandbox: Sandbox, found: ScheduledEventState): void {
  if (found.exceptions.size === 0) return
  found.exceptions.clear()
  found.answers.clear()
  tell(sandbox, found, 'GUILD_SCHEDULED_EVENT_EXCEPTIONS_DELETE', { event_id: found.event.id })
}

/** @throws DiscordError 10070: Discord has no code of its own for an exception that is not there */
export function exceptionIn({ exceptions }: ScheduledEventState, exceptionId: string): EventException {
  const exception = exceptions.get(exceptionId)
  if (!exception) throw new DiscordError(404, 10_070, 'Unknown Guild Scheduled Event')
  return exception
}

const saysNothing = () => new DiscordError(400, 180_005, 'A guild scheduled event exception must change the occurrence')

function requireOccurrence({ event }: ScheduledEventState, start: number): void {
  const [first] = event.recurrence_rule ? occurrencesAfter(event.recurrence_rule, start - 1) : []
  if (first !== start)
    throw invalidForm([
      {
        path: 'original_scheduled_start_time',
        code: 'GUILD_SCHEDULED_EVENT_EXCEPTION_INVALID',
        message: 'The event does not start at this time.',
      },
    ])
}

const untouched = (eventId: string, original: number): EventException => ({
  event_id: eventId,
  event_exception_id: idOf(original),
  scheduled_start_time: null,
  scheduled_end_time: null,
  is_canceled: false,
})

function changed(sandbox: Sandbox, before: EventException, change: z.output<typeof changeForm>): EventException {
  const time = (given: number | null | undefined, kept: string | null) =>
    given === undefined ? kept : given === null ? null : timestamp(sandbox, given)
  return {
    ...before,
    scheduled_start_time: time(change.scheduled_start_time, before.scheduled_start_time),
    scheduled_end_time: time(change.scheduled_end_time, before.scheduled_end_time),
    is_canceled: change.is_canceled ?? before.is_canceled,
  }
}

function store(
  sandbox: Sandbox,
  actor: ActingUser,
  found: ScheduledEventState,
  before: Partial<EventException>,
  after: EventException,
  act: 'create' | 'update',
): void {
  found.exceptions.set(after.event_exception_id, after)
  // An edit is announced as a creation; the event named after updates is not used.
  tell(sandbox, found, 'GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE', after)
  record(sandbox, actor, found, before, after, act)
}

function tell(sandbox: Sandbox, { event }: ScheduledEventState, type: ExceptionEvent, data: object): void {
  const { guild_id } = event
  emitToGuild(sandbox, guild_id, type, { ...data, guild_id }, audienceOf(event))
}

function record(
  sandbox: Sandbox,
  actor: ActingUser,
  { event }: ScheduledEventState,
  before: Partial<EventException>,
  after: Partial<EventException>,
  act: keyof typeof auditNumbers,
): void {
  audit(sandbox, actor, {
    guildId: event.guild_id,
    type: auditNumbers[act],
    targetId: event.id,
    changes: changesBetween(before, after, ['scheduled_start_time', 'scheduled_end_time', 'is_canceled']),
    options: { event_exception_id: before.event_exception_id ?? after.event_exception_id ?? '' },
  })
}
