import { z } from 'zod'
import { contract, endpoint, snowflake } from '#contract'

/** How long a free month is, and how long before the end of premium it is announced. */
export const monthDays = 30
export const noticeDays = 3

/** As many servers as one page asks about. */
export const mostAsked = 100

const standing = z.object({
  /** 'off' where the server never had premium, or its last end is long ago. */
  state: z.enum(['on', 'off']),
  /** What it has premium by: a free month, a grant of whoever runs the bot, or Discord; null without. */
  by: z.enum(['claim', 'grant', 'discord']).nullable(),
  /** When it ends (Unix ms); null where it does not, or is off. */
  until: z.number().nullable(),
  /** When the free month was claimed (Unix ms); null while it can be. */
  claimedAt: z.number().nullable(),
})
export type Standing = z.output<typeof standing>

const server = standing.extend({
  id: snowflake,
  name: z.string(),
  iconURL: z.string().nullable(),
  /** Whether whoever asks may claim the month: they hold Manage Server there. */
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
      summary: 'Says whether every server has premium here, or it is decided for each.',
      method: 'GET',
      path: '/premium',
      needs: 'anyone',
      reply: z.object({ mode: z.enum(['all', 'granted']) }),
    }),
    servers: endpoint({
      summary: 'Says for servers that the caller may open whether they have premium, until when, and who may claim.',
      method: 'GET',
      path: '/premium/servers',
      needs: 'signed-in',
      query: z.object({
        /** Ids with commas between them. */
        ids: z
          .string()
          .max(mostAsked * 21)
          .transform(text => text.split(',').filter(Boolean))
          .pipe(z.array(snowflake).max(mostAsked)),
      }),
      reply: z.object({ servers: z.array(server) }),
    }),
    status: endpoint({
      summary: 'Says whether the server has premium, by what and until when.',
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
