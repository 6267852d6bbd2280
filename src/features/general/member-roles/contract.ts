import { z } from 'zod'
import { endpoint, snowflake } from '#contract'

const path = '/guild/:guildId/members/:userId/roles'

const role = z.object({
  id: snowflake,
  name: z.string(),
  /** `#RRGGBB`; `#000000` means no colour. */
  colour: z.string(),
  held: z.boolean(),
  /** Why the caller cannot give it, or take it if the member has it, as a sentence; null if they can. */
  why: z.string().nullable(),
})
export type MemberRole = z.output<typeof role>

export const memberRoleEndpoints = {
  memberRoles: endpoint({
    summary: 'Lists the roles that the caller may give to or take from a member, with what prevents it.',
    method: 'GET',
    path,
    needs: 'visit',
    reply: z.object({
      roles: z.array(role).meta({
        description: 'Highest first; none for those who may not change roles in Discord, nor of somebody who has left.',
      }),
    }),
  }),
  giveRole: endpoint({
    summary: 'Gives a role to a member.',
    method: 'PUT',
    path: `${path}/:roleId`,
    // Anybody who may do this in Discord may do it here.
    needs: 'visit',
    permissions: ['ManageRoles'],
    reply: z.object({}),
  }),
  takeRole: endpoint({
    summary: 'Takes a role from a member.',
    method: 'DELETE',
    path: `${path}/:roleId`,
    needs: 'visit',
    permissions: ['ManageRoles'],
    reply: z.object({}),
  }),
}
