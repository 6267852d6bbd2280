import { z } from 'zod'
import { contract, endpoint, snowflake } from '#contract'

/** The length of a free month, and how long before its end premium is announced to end (days). */
export const monthDays = 30
export const noticeDays = 3

/** The most servers that one page asks about. */
export const mostAsked = 100

const standing = z.object({
  /** 'off' if the server never had premium, or it has ended. */
  state: z.enum(['on', 'off']),
  /** The source of its premium: a free month, a grant by the operator, or Discord; null without premium. */
  by: z.enum(['claim', 'grant', 'discord']).nullable(),
  /** When it ends (Unix ms); null if it never ends, or is off. */
  until: z.number().nullable(),
  /** When the free month was claimed (Unix ms); null if it still can be. */
  claimedAt: z.number().nullable(),
})
export type Standing = z.output<typeof standing>

const server = standing.extend({
  id: snowflake,
  name: z.string(),
  iconURL: z.string().nullable(),
  /** Whether the caller may claim the month, for which they need Manage Server there. */
  mayClaim: z.boolean(),
})
export type PremiumServer = z.output<typeof server>

export default contract('premium', {
  title: 'Premium',
  summary: 'What some servers have and others can claim a month of.',
  words: ['upgrade', 'free month', 'subscription'],
  core: true,
  docs: 'Admin and Configuration',
  endpoints: {
    premium: endpoint({
      summary: 'Shows whether every server has premium here, or only some.',
      method: 'GET',
      path: '/premium',
      needs: 'anyone',
      reply: z.object({ mode: z.enum(['all', 'granted']) }),
    }),
    servers: endpoint({
      summary:
        'Shows which servers that the caller may open have premium, until when, and whether the caller may claim it.',
      method: 'GET',
      path: '/premium/servers',
      needs: 'signed-in',
      query: z.object({
        /** Ids, separated by commas. */
        ids: z
          .string()
          .max(mostAsked * 21)
          .transform(text => text.split(',').filter(Boolean))
          .pipe(z.array(snowflake).max(mostAsked)),
      }),
      reply: z.object({ servers: z.array(server) }),
    }),
    status: endpoint({
      summary: 'Shows whether the server has premium, through what and until when.',
      method: 'GET',
      path: '/guild/:guildId/premium',
      needs: 'visit',
      reply: standing,
    }),
    claim: endpoint({
      summary: 'Claims the free month of the server, which can be done once.',
      method: 'POST',
      idempotent: 'A server has one free month.',
      path: '/guild/:guildId/premium/claim',
      needs: 'visit',
      permissions: ['ManageGuild'],
      reply: standing,
    }),
  },
})
