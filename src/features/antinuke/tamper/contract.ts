import { z } from 'zod'
import { endpoint, person } from '#contract'

/** Something that weakened the protection. */
const alarm = z.object({
  id: z.number(),
  /** Unix ms. */
  at: z.number(),
  by: person.nullable().meta({ description: 'Null where Discord did not say who did it.' }),
  sentences: z.array(z.string()),
  /** The id of the change of settings, for the history; null for something that was done in Discord. */
  revision: z.number().nullable(),
  undone: z.boolean(),
})

/** A change that waits for a second person. */
const request = z.object({
  id: z.number(),
  /** Unix ms. */
  at: z.number(),
  /** Unix ms after which it is dropped. */
  expiresAt: z.number(),
  by: person,
  sentences: z.array(z.string()),
  mayConfirm: z.boolean().meta({ description: 'The person who asked cannot confirm it; they may take it back.' }),
})

export const tamperEndpoints = {
  alarms: endpoint({
    summary: 'Lists what weakened the protection of the server in the last 90 days, newest first.',
    method: 'GET',
    path: '/guild/:guildId/antinuke/alarms',
    needs: 'antinuke.view',
    reply: z.object({ alarms: z.array(alarm) }),
  }),
  undo: endpoint({
    summary: 'Sets back what a change of the settings weakened.',
    method: 'POST',
    idempotent: 'What was undone is refused.',
    path: '/guild/:guildId/antinuke/alarms/:id/undo',
    needs: 'owner',
    reply: z.object({}),
  }),
  requests: endpoint({
    summary: 'Lists changes that wait for a second person.',
    method: 'GET',
    path: '/guild/:guildId/antinuke/requests',
    needs: 'antinuke.view',
    reply: z.object({ requests: z.array(request) }),
  }),
  confirm: endpoint({
    summary: 'Confirms a change that somebody else asked for.',
    method: 'POST',
    idempotent: 'The change waits no longer.',
    path: '/guild/:guildId/antinuke/requests/:id/confirm',
    needs: 'antinuke.edit',
    reply: z.object({}),
  }),
  reject: endpoint({
    summary: 'Drops a change that waits for a second person.',
    method: 'POST',
    idempotent: 'The change waits no longer.',
    path: '/guild/:guildId/antinuke/requests/:id/reject',
    needs: 'antinuke.edit',
    reply: z.object({}),
  }),
}

/** A change was kept for a second person instead of being made: the `code` of the answer, with status 409. */
export const awaitingSecondPerson = 'antinuke.second-person'
