import { randomUUID } from 'node:crypto'
import { findCases } from '#features/moderation/cases/case-search.ts'
import type { Harness } from './harness.ts'
import type { Visitor } from './visitor.ts'

/** What moderators do on a member's page, through the dashboard's API. */
export function createMemberActs(app: Harness) {
  const at = (userId: string, path: string) => `/api/guild/${app.guildId}/moderation/members/${userId}/${path}`
  return {
    at,
    /** Performs an action, as a new press of the button unless the body has a key. */
    async act(visitor: Visitor, userId: string, name: string, body: object = {}) {
      const reply = await visitor.call('POST', at(userId, name), { key: randomUUID(), ...body })
      return {
        status: reply.status,
        ...(reply.body as { told?: string[]; error?: string; fields?: object; code?: string }),
      }
    },
    casesOf: (userId: string) => findCases(app.product.services, app.guildId, { target: userId }, { limit: 50 }).found,
  }
}

export type MemberActs = ReturnType<typeof createMemberActs>
