import { GatewayIntentBits as Intent } from 'discord.js'
import type { Conditions } from '#sandbox/conditions.ts'
import { openWire } from './wire-world.ts'

const intents = [Intent.Guilds, Intent.GuildScheduledEvents, Intent.GuildModeration, Intent.GuildVoiceStates]
export const hour = 3_600_000

/** A demo world behind HTTP, with shortcuts to describe and create events. */
export async function openEvents(conditions: Partial<Conditions> = {}) {
  const world = await openWire(intents, conditions)
  const list = `/guilds/${world.guildId}/scheduled-events` as const
  const at = (ms: number) => new Date(world.sandbox.context.now() + ms).toISOString()
  const outside = (more: object = {}) => ({
    name: 'Kiln opening',
    privacy_level: 2,
    entity_type: 3,
    entity_metadata: { location: 'The yard' },
    scheduled_start_time: at(hour),
    scheduled_end_time: at(3 * hour),
    ...more,
  })
  const inside = (entity_type: 1 | 2, room: string, more: object = {}) => {
    const { entity_metadata: _, scheduled_end_time: __, ...rest } = outside()
    return { ...rest, entity_type, channel_id: world.channel(room), ...more }
  }
  const make = async (body: object, who = 'bot') => {
    const { body: made } = await world.ask(who, `POST ${list}`, { body })
    return made as { id: string; status: number; code?: number; errors?: Record<string, unknown> }
  }
  const statusOf = async (id: string) => (await world.ask('bot', `GET ${list}/${id}`)).body.status as number
  return { world, list, at, outside, inside, make, statusOf }
}
