import { z } from 'zod'
import { endpoint } from '#contract'
import { strip } from '../incidents/contract.ts'

export const attacks = [
  { value: 'channels', label: 'Delete channels' },
  { value: 'roles', label: 'Delete roles' },
  { value: 'bans', label: 'Ban members' },
  { value: 'all', label: 'All of it in turn' },
] as const
export type AttackKind = (typeof attacks)[number]['value']

export const profiles = [
  { value: 'ideal', label: 'Ideal', note: 'No delay at all.' },
  { value: 'typical', label: 'Typical', note: '40 ms to Discord, 120 ms until the audit log entry.' },
  { value: 'slow', label: 'Slow', note: '120 ms to Discord, 400 ms until the audit log entry.' },
] as const
export type ProfileName = (typeof profiles)[number]['value']

/** The rates that every role is tried with, in actions per second. */
export const rates = [1, 5, 10, 25, 50] as const
/** The most targets of one drill, as the film shows them. */
export const mostTargets = 500

/** How a drill ended. */
const ending = z.enum(['stopped', 'out-of-reach', 'trusted', 'not-counted', 'no-punishment', 'powerless', 'harmless'])
export type Ending = z.output<typeof ending>

/** Times are ms since the first action. */
const drill = z.object({
  who: z.string(),
  ending,
  attempts: z.number().meta({ description: 'How much there was to destroy.' }),
  landed: z.number(),
  floor: z.number().meta({ description: 'How many the limit and the network alone would let through.' }),
  decidedAt: z.number().nullable(),
  stoppedAt: z.number().nullable(),
  /** When each target was destroyed. */
  gone: z.array(z.number()),
  /** When each of them came back, in the same order; empty where nothing comes back. */
  back: z.array(z.number()),
  verifiedAt: z.number().nullable().meta({ description: 'Null where nobody is stopped, or auto recovery is off.' }),
  fields: z.object({ restored: z.number(), total: z.number() }).nullable(),
  steps: z.array(z.string()),
  strip,
})
export type DrillResult = z.output<typeof drill>

export const drillEndpoints = {
  drill: endpoint({
    summary: 'Lets somebody attack a copy of the server in memory, against the real engine. Nothing reaches Discord.',
    method: 'GET',
    path: '/guild/:guildId/antinuke/drill',
    needs: 'antinuke.view',
    query: z.object({
      kind: z.enum(['role', 'person']),
      id: z.string().regex(/^\d{15,20}$/, 'Choose a role, a member or a bot.'),
      attack: z.enum(attacks.map(({ value }) => value)).default('channels'),
      rate: z.coerce.number().int().min(1).max(50).default(10),
      profile: z.enum(profiles.map(({ value }) => value)).default('typical'),
    }),
    reply: z.object({
      drill,
      matrix: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          people: z.number(),
          landed: z.array(z.number()),
          all: z.boolean(),
        }),
      ),
      floors: z.array(z.number().nullable()).meta({ description: 'Null where nobody would be stopped.' }),
    }),
  }),
}
