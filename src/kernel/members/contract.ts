import { z } from 'zod'
import { endpoint, person, snowflake } from '#contract'

/** One person, as the head of their page shows them. */
const shownMember = person.extend({
  /** What Discord knows them by everywhere; null while that is not known. */
  username: z.string().nullable(),
  bot: z.boolean(),
  /** When the account was made (Unix ms). */
  createdAt: z.number(),
  /** `gone`: seen here before, and not here now. */
  state: z.enum(['here', 'banned', 'gone']),
  /** Whether the server is theirs. */
  owner: z.boolean(),
  /** Unix ms; null for those who are not here, and where Discord does not say. */
  joinedAt: z.number().nullable(),
  /** Until when they can only read (Unix ms); null where they can write. */
  timedOutUntil: z.number().nullable(),
  /** What they hold, highest first. */
  roles: z.array(
    z.object({
      id: snowflake,
      name: z.string(),
      /** `#RRGGBB`; `#000000` means no colour. */
      colour: z.string(),
      managed: z.boolean(),
    }),
  ),
  /**
   * What is left out for want of a permission in Discord, where there is something to leave out. `bans-hidden`: the bot may
   * not see bans; `bans-unread`: Discord did not say.
   */
  withheld: z.enum(['timeout', 'ban', 'bans-hidden', 'bans-unread']).nullable(),
})
export type ShownMember = z.output<typeof shownMember>

export const memberEndpoints = {
  member: endpoint({
    summary: 'Shows one person: name, account, membership and roles, as far as Discord shows them to the caller.',
    method: 'GET',
    path: '/guild/:guildId/members/:userId',
    // Those who are here are shown as Discord shows them to every member; of others, each feature is asked for those who may view it.
    needs: 'visit',
    reply: z.object({ member: shownMember }),
  }),
}
