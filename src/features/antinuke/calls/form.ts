import type { GuildMember } from 'discord.js'
import type { Context, FormParts } from '#kernel/feature.ts'
import type antinuke from '../contract.ts'
import { accessOf, standingIn } from '../rights/access-level.ts'
import { documentedPeople } from './people.ts'

type Ctx = Context<typeof antinuke>

/** What the page shows besides the settings, and what follows from what is posted. */
export const form = {
  async read(ctx: Ctx, viewer: GuildMember) {
    const { own, guild } = ctx
    return {
      whitelist_users: await documentedPeople(ctx, guild, own.whitelist),
      extraowner_users: await documentedPeople(ctx, guild, own.extraOwners),
      userAccess: accessOf(standingIn(ctx, viewer)),
    }
  },
  // Somebody taken off the whitelist loses their limit, too: it would apply again if they came back.
  change: ({ own }, posted) =>
    posted.whitelist === undefined || posted.allowances !== undefined
      ? posted
      : {
          ...posted,
          allowances: own.allowances.filter(({ id }) => own.whitelist.includes(id) && posted.whitelist?.includes(id)),
        },
} satisfies FormParts<typeof antinuke, (typeof antinuke)['forms']['antinuke']>
