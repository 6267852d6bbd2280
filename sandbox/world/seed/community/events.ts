import {
  type APIGuildScheduledEvent,
  ChannelType as Type,
  GuildScheduledEventEntityType as Entity,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventRecurrenceRuleFrequency as Frequency,
  GuildScheduledEventStatus as Status,
} from 'discord-api-types/v10'
import type { GuildState } from '../../state.ts'
import { idAt, imageHash } from '../draft.ts'
import { type Dice, subjects } from './random-choices.ts'
import type { SeedRooms } from './rooms.ts'

/** So far in the future that no event begins during a test. */
const firstDay = Date.UTC(2035, 0, 1, 18)

const dayMs = 86_400_000

/** Adds events: a third each in a voice channel, on a stage and elsewhere; some recur every week. */
export function addEvents(
  state: GuildState,
  dice: Dice,
  { rooms }: SeedRooms,
  people: readonly string[],
  made: string,
  count: number,
): void {
  const hosts = {
    [Entity.Voice]: rooms.filter(({ type }) => type === Type.GuildVoice),
    [Entity.StageInstance]: rooms.filter(({ type }) => type === Type.GuildStageVoice),
    [Entity.External]: [],
  }
  for (let index = 0; index < count; index++) {
    const wanted = dice.one([Entity.Voice, Entity.StageInstance, Entity.External])
    const entity_type = wanted !== Entity.External && hosts[wanted].length > 0 ? wanted : Entity.External
    const isOutside = entity_type === Entity.External
    const id = idAt(made, `event ${index}`)
    const start = firstDay + index * dayMs
    const name = `${dice.one(subjects)} evening ${index}`
    const event = {
      id,
      guild_id: state.guild.id,
      channel_id: isOutside ? null : dice.one(hosts[entity_type]).id,
      creator_id: dice.one(people),
      name,
      description: dice.chance(0.6) ? 'Bring what you have.' : null,
      image: dice.chance(0.3) ? imageHash(name) : null,
      scheduled_start_time: new Date(start).toISOString(),
      scheduled_end_time: isOutside ? new Date(start + 7_200_000).toISOString() : null,
      privacy_level: GuildScheduledEventPrivacyLevel.GuildOnly,
      status: Status.Scheduled,
      entity_type,
      entity_id: null,
      entity_metadata: isOutside ? { location: 'The old mill' } : null,
      recurrence_rule: dice.chance(0.3) ? weekly(start) : null,
    }
    state.scheduledEvents.set(id, {
      // The documented types differ by place, which is chosen above.
      event: event as APIGuildScheduledEvent,
      exceptions: new Map(),
      subscribers: new Set(dice.some(people, dice.below(12))),
      answers: new Map(),
    })
  }
}

const weekly = (start: number): NonNullable<APIGuildScheduledEvent['recurrence_rule']> => ({
  start: new Date(start).toISOString(),
  end: null,
  frequency: Frequency.Weekly,
  interval: 1,
  by_weekday: [(new Date(start).getUTCDay() + 6) % 7],
  by_n_weekday: null,
  by_month: null,
  by_month_day: null,
  by_year_day: null,
  count: null,
})
