import { z } from 'zod'
import { endpoint, person, snowflake } from '#contract'

/** One person, as shown at the top of their page. */
const shownMember = person.extend({
  /** Their user name at Discord; null while it is unknown. */
  username: z.string().nullable(),
  bot: z.boolean(),
  /** When the account was created (Unix ms). */
  createdAt: z.number(),
  /** `gone`: was seen here before, and is not here now. */
  state: z.enum(['here', 'banned', 'gone']),
  /** Whether they own the server. */
  owner: z.boolean(),
  /** Unix ms; null for people who are not here, and when Discord does not say. */
  joinedAt: z.number().nullable(),
  /** When their timeout ends (Unix ms); null if they are not timed out, or the caller may not know. */
  timedOutUntil: z.number().nullable(),
  /** Their roles, highest first. */
  roles: z.array(
    z.object({
      id: snowflake,
      name: z.string(),
      /** `#RRGGBB`; `#000000` means no color. */
      colour: z.string(),
      managed: z.boolean(),
    }),
  ),
  /**
   * What is left out because a Discord permission is missing, if anything. `timeout` and `ban`: the caller may not see
   * them; `bans-hidden`: the bot may not see bans; `bans-unread`: Discord did not say.
   */
  withheld: z.enum(['timeout', 'ban', 'bans-hidden', 'bans-unread']).nullable(),
})
export type ShownMember = z.output<typeof shownMember>

export const memberEndpoints = {
  member: endpoint({
    summary: 'Shows one person: name, account, membership and roles, as far as Discord shows them to the caller.',
    method: 'GET',
    path: '/guild/:guildId/members/:userId',
    // Members are shown as Discord shows them to everybody; for other people, each feature decides who may know about
    // them.
    needs: 'visit',
    reply: z.object({ member: shownMember }),
  }),
}
