import { z } from 'zod'
import { contract, dayRange, dayRanges, endpoint, field, onOff } from '#contract'

/** The number of days that are kept, including today: as many as the longest chart shows. */
export const keptDays = Math.max(...dayRanges)

const settings = z.object({
  counting: field
    .toggle('Counting', {
      help: `Members, joins, leaves and messages are counted for the charts of the dashboard: a total for each day, kept for ${keptDays} days.`,
    })
    .default(true),
})

const counted = z.object({
  /** The number of members at the last count; null if Discord did not say. */
  members: z.int().nullable(),
  joined: z.int(),
  left: z.int(),
  /** Messages by people, without bots and webhooks. */
  messages: z.int(),
})

const movement = z.object({
  counting: z.boolean(),
  days: z
    .array(z.object({ at: z.number(), counted: counted.nullable() }))
    .meta({ description: 'Oldest first, today last; what was not counted is null.' }),
})
export type Movement = z.output<typeof movement>

export default contract('statistics', {
  title: 'Statistics',
  summary: 'Members, joins, leaves and messages of each day, for the charts of the dashboard.',
  words: ['charts', 'growth', 'activity', 'counting'],
  settings,
  endpoints: {
    days: endpoint({
      summary:
        'Lists how many members joined and left each day, how many there were, and how many messages were written.',
      method: 'GET',
      path: '/guild/:guildId/statistics',
      needs: 'view',
      query: z.object({ days: dayRange }),
      reply: movement,
    }),
    setCounting: endpoint({
      summary: 'Begins or ends counting for the charts of the dashboard; what was counted stays.',
      method: 'PATCH',
      path: '/guild/:guildId/statistics',
      needs: 'manage',
      body: z.strictObject({ counting: onOff }),
      reply: z.object({ counting: z.boolean() }),
    }),
  },
})
