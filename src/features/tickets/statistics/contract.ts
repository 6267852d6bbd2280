import { z } from 'zod'
import { endpoint, person } from '#contract'
import { timeZone } from '../opening/contract.ts'

/** How many days are counted, including today. */
export const ranges = [7, 14, 90] as const
export type Range = (typeof ranges)[number]

/** Fewer ratings than this would say more about who gave them than about the team. */
export const fewestRatings = 5

/** How long something took, in ms; null if it never happened. */
const median = z.number().nullable()

const timed = z.object({
  median,
  /** How often it happened. */
  count: z.int(),
  /** The median of each day. */
  byDay: z.array(median),
  /** The goal that all panels with a goal share (ms); null if there is none, or they differ. */
  goal: z.number().nullable(),
})

const rating = z.object({
  answers: z.int(),
  /** Null for fewer than five answers. */
  average: z.number().nullable(),
})

const group = z.object({ tickets: z.int(), firstResponse: median, resolution: median, rating })

const statistics = z.object({
  /** When each day began (Unix ms), today last. */
  days: z.array(z.number()),
  /** Whether times are counted within working hours. */
  withinHours: z.boolean(),
  /** `before`: in the same number of days before. */
  opened: z.object({ total: z.int(), before: z.int(), byDay: z.array(z.int()) }),
  firstResponse: timed,
  resolution: timed,
  rating: rating.extend({ stars: z.array(z.int()).meta({ description: 'How many gave one star, two, up to five.' }) }),
  /** By panel: tickets that were opened. */
  panels: z.array(group.extend({ id: z.string(), title: z.string() })),
  /**
   * By agent: tickets they answered, first responses they gave, and how the tickets they handled ended and were rated.
   */
  agents: z.array(group.extend({ person })),
})
export type Statistics = z.output<typeof statistics>

export const endpoints = {
  statistics: endpoint({
    summary: 'Shows how many tickets were opened, how soon they were answered and closed, and how they were rated.',
    method: 'GET',
    path: '/guild/:guildId/tickets/statistics',
    needs: 'tickets.read',
    query: z.object({
      days: z.coerce
        .number()
        .refine((days): days is Range => ranges.some(range => range === days), 'Choose 7, 14 or 90 days.')
        .default(14),
      /** The time zone that the days are counted in. */
      timeZone: timeZone.default('UTC'),
    }),
    reply: statistics,
  }),
}
