import { z } from 'zod'
import { contract, endpoint, entriesDescribedAs, personId, roleOrPersonId, snowflake } from '#contract'

/** The value that means every feature. */
export const everything = 'all'
export const allFeatures = 'All features'
export const mostGrants = 100

const kind = z.enum(['member', 'role'])
/** What can be granted: seeing what a feature's pages show, or changing it too. */
const level = z.enum(['view', 'manage'])
export type GrantLevel = z.output<typeof level>
/** A feature's name, or 'all'. */
const feature = z.string().regex(/^[a-z][a-z0-9-]{0,40}$/, 'Choose a feature.')
/** Unix ms; null for no end. */
const expiresAt = z.int().positive().nullable()

const grant = z.object({
  kind,
  id: roleOrPersonId,
  feature,
  level,
  expiresAt,
  /** Who granted it; null if they asked to be forgotten. */
  grantedBy: personId.nullable(),
  /** Unix ms. */
  at: z.int(),
  /**
   * When the member had joined (Unix ms): somebody who leaves and comes back does not get the access back. Null for
   * roles.
   */
  joinedAt: z.int().nullable().default(null),
})
export type Grant = z.output<typeof grant>

const shownGrant = grant.omit({ grantedBy: true, joinedAt: true }).extend({
  /** Null for a member who left or a role that was deleted. */
  name: z.string().nullable(),
  avatarURL: z.string().nullable(),
  /** What the feature is called. */
  title: z.string(),
  grantedBy: z.string().nullable(),
})
export type ShownGrant = z.output<typeof shownGrant>

const grants = entriesDescribedAs(
  z.array(grant).max(mostGrants).meta({ title: 'Access', stays: 'is given to people one by one' }),
  ({ kind: whose, id, feature: name, level: given, expiresAt: until }, names) =>
    [
      `${whose === 'role' ? names.role(id) : names.member(id)}: ${name === everything ? allFeatures : names.feature(name)}`,
      given === 'view' ? 'may see' : 'may change',
      ...(until === null ? [] : [`until ${names.date(until)}`]),
    ].join(', '),
)

export default contract('access', {
  title: 'Access',
  summary: 'Who may see or change which features here without managing the whole server.',
  words: ['delegates', 'staff', 'trusted people', 'rights', 'permissions'],
  icon: 'key-round',
  page: { path: 'access', area: 'ADMINISTRATION', order: 1 },
  docs: 'Admin and Configuration',
  front: {
    order: 9,
    text: 'Let a member or a role see or manage single features, for an hour or for good, without Manage Server.',
  },
  settings: z.object({ grants: grants.default([]) }),
  endpoints: {
    list: endpoint({
      summary: 'Lists who has been given access to which features, and until when.',
      method: 'GET',
      path: '/guild/:guildId/access',
      needs: 'view',
      reply: z.object({
        grants: z.array(shownGrant),
        /** The features that access can be given to, in the product's order. */
        features: z.array(z.object({ name: z.string(), title: z.string() })),
      }),
    }),
    grant: endpoint({
      summary: 'Gives a member or role access to a feature, or to all of them.',
      method: 'POST',
      idempotent: 'Giving the same access again changes nothing.',
      path: '/guild/:guildId/access',
      needs: 'owner',
      body: z.strictObject({ kind, id: snowflake, feature, level, expiresAt }),
      reply: z.object({}),
    }),
    revoke: endpoint({
      summary: 'Takes access away again.',
      method: 'DELETE',
      path: '/guild/:guildId/access/:id/:feature',
      needs: 'owner',
      reply: z.object({}),
    }),
  },
})
