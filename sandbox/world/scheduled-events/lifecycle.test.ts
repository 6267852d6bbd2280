// @module-tag long
import { GuildScheduledEventEntityType as Entity, GuildScheduledEventStatus as Status } from 'discord-api-types/v10'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { errorOf } from '#test/sandbox/error-of.ts'
import { createStage, deleteStage } from '../stages/edit.ts'
import { connectVoice } from '../voice.ts'
import { createEvent, deleteEvent, editEvent } from './edit.ts'
import { runs } from '#test/sampling.ts'

const rooms = ['Town hall', 'Bench talk'] as const
const minute = 60_000

const step = fc.oneof(
  fc.record({ act: fc.constant('create' as const), place: fc.integer({ min: 0, max: 2 }), recurs: fc.boolean() }),
  fc.record({ act: fc.constant('status' as const), which: fc.nat(1), status: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ act: fc.constant('move' as const), which: fc.nat(1), place: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ act: fc.constant('delete' as const), which: fc.nat(1) }),
  fc.record({ act: fc.constant('wait' as const), minutes: fc.constantFrom(1, 6, 61, 200, 1500) }),
  fc.record({ act: fc.constant('voice' as const), room: fc.option(fc.nat(1), { nil: null }) }),
  fc.record({ act: fc.constant('stage' as const), opens: fc.boolean() }),
)

test('whatever is done in whatever order, a live stage and its event refer to each other', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 12, maxLength: 40, size: 'max' }), steps => {
      const { sandbox, advance, idOf, channelIdByName, guildByName } = createDemoWorld()
      const state = guildByName('Tidewater Makers')
      const guildId = state.guild.id
      const owner = { userId: idOf('owner') }
      const hall = channelIdByName(rooms[0])
      const at = (ms: number) => new Date(sandbox.now() + ms).toISOString()
      const place = (which: number) =>
        which === 2
          ? {
              entity_type: Entity.External,
              entity_metadata: { location: 'Yard' },
              scheduled_end_time: at(120 * minute),
            }
          : { entity_type: which + 1, channel_id: channelIdByName(rooms[which] ?? '') }
      const idAt = (which: number) => [...state.scheduledEvents.keys()][which] ?? '1'
      const one = (taken: (typeof steps)[number]) => {
        if (taken.act === 'create')
          createEvent(sandbox, owner, guildId, {
            name: 'Event',
            privacy_level: 2,
            scheduled_start_time: at(60 * minute),
            ...place(taken.place),
            ...(taken.recurs && { recurrence_rule: { start: at(60 * minute), frequency: 3, interval: 1 } }),
          })
        else if (taken.act === 'status') editEvent(sandbox, owner, guildId, idAt(taken.which), { status: taken.status })
        else if (taken.act === 'move') editEvent(sandbox, owner, guildId, idAt(taken.which), place(taken.place))
        else if (taken.act === 'delete') deleteEvent(sandbox, owner, guildId, idAt(taken.which))
        else if (taken.act === 'wait') advance(taken.minutes * minute)
        else if (taken.act === 'voice')
          connectVoice(sandbox, idOf('member1'), guildId, {
            channelId: taken.room === null ? null : channelIdByName(rooms[taken.room] ?? ''),
          })
        else if (taken.opens) createStage(sandbox, owner, { channel_id: hall, topic: 'Open' })
        else deleteStage(sandbox, owner, hall)
      }
      for (const taken of steps) {
        errorOf(() => one(taken))
        const events = [...state.scheduledEvents.values()].map(({ event }) => event)
        const live = ({ entity_type, status }: (typeof events)[number]) =>
          entity_type === Entity.StageInstance && status === Status.Active
        const wrong = events.filter(
          event => event.entity_id !== (live(event) ? state.stageInstances.get(event.channel_id ?? '')?.id : null),
        )
        const lonely = [...state.stageInstances.values()].filter(
          ({ guild_scheduled_event_id: id }) => id !== null && !events.some(event => event.id === id && live(event)),
        )
        expect({ wrong, lonely }).toEqual({ wrong: [], lonely: [] })
      }
    }),
    { numRuns: runs(300) },
  )
})
