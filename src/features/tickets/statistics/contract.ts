import { z } from 'zod'
import { endpoint, person } from '#contract'
import { timeZone } from '../opening/contract.ts'

/** How many days are looked at, today among them. */
export const ranges = [7, 14, 90] as const
export type Range = (typeof ranges)[number]

/** So few ratings say more of who gave them than of the team. */
export const fewestRatings = 5

/** How long something took, in ms; null where it never happened. */
const median = z.number().nullable()

const timed = z.object({
  median,
  /** How often. */
  count: z.int(),
  /** The median of each day. */
  byDay: z.array(median),
  /** The goal of all panels that have one (ms); null where there is none, or not one alone. */
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
  /** `before`: in as many days before. */
  opened: z.object({ total: z.int(), before: z.int(), byDay: z.array(z.int()) }),
  firstResponse: timed,
  resolution: timed,
  rating: rating.extend({ stars: z.array(z.int()).meta({ description: 'How many gave one star, two, up to five.' }) }),
  /** By panel: tickets that were opened. */
  panels: z.array(group.extend({ id: z.string(), title: z.string() })),
  /** By agent: tickets that they answered; the first response they gave; what became of tickets that were theirs. */
  agents: z.array(group.extend({ person })),
})
export type Statistics = z.output<typeof statistics>

export const endpoints = {
  statistics: endpoint({
    summary: 'Says how many tickets were opened, how soon they were answered and closed, and how they were rated.',
    method: 'GET',
    path: '/guild/:guildId/tickets/statistics',
    needs: 'tickets.read',
    query: z.object({
      days: z.coerce
        .number()
        .refine((days): days is Range => ranges.some(range => range === days), 'Choose 7, 14 or 90 days.')
        .default(14),
      /** Whose days they are. */
      timeZone: timeZone.default('UTC'),
    }),
    reply: statistics,
  }),
}
