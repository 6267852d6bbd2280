import { z } from 'zod'
import { contract, endpoint, field, entriesDescribedAs, person, pressKey, settingsForm, snowflake } from '#contract'

/** How a member joined. */
export const ways = ['invite', 'vanity', 'bot', 'unknown'] as const
/** How sure that is: README.md of this folder has the truth table. */
export const certainties = ['certain', 'likely', 'unknown'] as const
/** Why a join does not count for its inviter. */
export const fakeReasons = ['young', 'self', 'rejoin'] as const

/** Discord's limits and ours. */
export const limits = {
  ranks: 25,
  rankInvites: 100_000,
  bonus: 100_000,
  /** Days. */
  youngDays: 365,
  /** Rows of one answer. */
  page: 100,
  /** The number of inviters, those with most invites first, whose ranks are checked after the ranks were changed. */
  ranked: 1000,
} as const

export const rankFields = {
  invites: field.number('Invites', { min: 1, max: limits.rankInvites }),
  roleId: field.role('Role', { assignable: true }),
}
const rank = z.strictObject(rankFields)
export type Rank = z.output<typeof rank>

const ranks = z
  .array(rank)
  .max(limits.ranks, `There can be at most ${limits.ranks} ranks.`)
  .refine(list => new Set(list.map(({ roleId }) => roleId)).size === list.length, 'Give each role one rank only.')
  .meta({ title: 'Ranks' })

const toggle = (keys: { posted?: string; shown?: string } = {}) =>
  field.toggle('Invite Tracking', { help: 'Remember who invited whom.', ...keys }).default(false)

const settings = z.object({
  tracking: toggle(),
  youngDays: field
    .number('Youngest account', {
      min: 0,
      max: limits.youngDays,
      unit: 'days',
      help: 'Members whose account is younger than this count as fake. 0 counts every account.',
    })
    .default(0),
  ranks: entriesDescribedAs(
    ranks,
    ({ invites, roleId }, names) => `${invites} ${invites === 1 ? 'invite' : 'invites'}: ${names.role(roleId)}`,
  ).default([]),
})

const counts = {
  /** tracked + added - fake - left */
  effective: z.number(),
  tracked: z.number(),
  added: z.number(),
  fake: z.number(),
  left: z.number(),
}
const page = z.object({
  limit: z.coerce.number().int().min(1).max(limits.page).default(10),
  offset: z.coerce.number().int().min(0).default(0),
})

export default contract('invites', {
  title: 'Invite Tracking',
  asks: {
    ManageGuild: 'to see how often each invite was used',
    ManageRoles: 'to give members their rank for invites',
  },
  summary: 'Who invited whom, how certain that is, and roles for members who invite others.',
  words: ['inviter', 'referrals', 'invite links', 'who invited'],
  icon: 'user-plus',
  docs: 'Invites',
  page: { path: 'invites', area: 'COMMUNITY', order: 1 },
  front: {
    order: 8,
    title: 'Invites',
    text: 'Who invited whom, and how certain that is. Those who leave again do not count, and inviting can earn roles.',
  },
  settings,
  endpoints: {
    board: endpoint({
      summary: 'Lists who invited how many members, most first.',
      method: 'GET',
      path: '/guild/:guildId/invites/board',
      needs: 'view',
      /** Limits the answer to one inviter, if given. */
      query: page.extend({ user: snowflake.optional() }),
      reply: z.object({ rows: z.array(z.object({ user: person, ...counts })), total: z.number() }),
    }),
    joins: endpoint({
      summary: 'Lists who joined, with whose invite and how certain that is, newest first.',
      method: 'GET',
      path: '/guild/:guildId/invites/joins',
      needs: 'view',
      /** Limits the answer to one member, if given. */
      query: page.extend({ user: snowflake.optional() }),
      reply: z.object({
        joins: z.array(
          z.object({
            member: person,
            inviter: person.nullable(),
            via: z.enum(ways),
            certainty: z.enum(certainties),
            code: z.string().nullable(),
            /** Unix ms. */
            at: z.number(),
            leftAt: z.number().nullable(),
            fake: z.enum(fakeReasons).nullable(),
          }),
        ),
        total: z.number(),
      }),
    }),
    codes: endpoint({
      summary: 'Lists the invites of the server as Discord has them.',
      method: 'GET',
      path: '/guild/:guildId/invites/codes',
      needs: 'view',
      reply: z.object({
        codes: z.array(
          z.object({
            code: z.string(),
            uses: z.number(),
            /** 0 means unlimited. */
            maxUses: z.number(),
            inviter: person.nullable(),
            channelId: snowflake.nullable(),
            /** Unix ms, or null for never. */
            expiresAt: z.number().nullable(),
            vanity: z.boolean(),
            /** Roles given to everybody who joins with it. */
            roleIds: z.array(snowflake),
          }),
        ),
      }),
    }),
    addBonus: endpoint({
      summary: 'Adds invites to a member, or takes some away.',
      method: 'POST',
      path: '/guild/:guildId/invites/bonus',
      needs: 'manage',
      body: z.strictObject({
        userId: snowflake,
        amount: field
          .number('Amount', { min: -limits.bonus, max: limits.bonus })
          .refine(amount => amount !== 0, 'Amount must not be 0.'),
        key: pressKey.optional(),
      }),
      reply: z.object(counts),
    }),
    resetBonus: endpoint({
      summary: 'Removes all invites that were added to a member by hand.',
      method: 'POST',
      idempotent: 'Once they are removed, there is nothing left to remove.',
      path: '/guild/:guildId/invites/reset',
      needs: 'manage',
      body: z.strictObject({ userId: snowflake }),
      reply: z.object(counts),
    }),
  },
  forms: {
    basic: settingsForm({
      summary: 'Switches invite tracking, together with the server’s basic settings.',
      address: '/guild/:guildId/basic',
      flag: 'basicUpdate',
      settings: z.object({ tracking: toggle({ posted: 'invite_tracking', shown: 'invite.tracking' }) }),
    }),
    invites: settingsForm({
      summary: 'Saves whether invites are tracked, and the ranks for invites.',
      address: '/guild/:guildId/invites',
      flag: 'invitesUpdate',
      settings,
    }),
  },
})
