import { z } from 'zod'
import { endpoint } from '#contract'

const panic = z.object({
  state: z.enum(['off', 'starting', 'on', 'ending']),
  /** How many are locked; a role is when it has lost its power. */
  channels: z.number(),
  roles: z.number(),
  refused: z
    .array(z.object({ name: z.string().nullable(), reason: z.string() }))
    .meta({ description: 'What could not be locked or opened, with the name where its reader may know it.' }),
})
export type ShownPanic = z.output<typeof panic>

const path = '/guild/:guildId/antinuke/panic'

export const panicEndpoints = {
  panic: endpoint({
    summary: 'Says whether the server is locked down, and what could not be locked.',
    method: 'GET',
    path,
    needs: 'antinuke.view',
    reply: panic,
  }),
  startPanic: endpoint({
    summary: 'Locks the server down: locks channels, pauses invites and direct messages, takes power from roles.',
    method: 'POST',
    idempotent: 'It is refused while the server is locked down.',
    path,
    needs: 'antinuke.edit',
    body: z.strictObject({ reason: z.string().trim().max(300, 'Type at most 300 characters.').optional() }),
    reply: panic,
  }),
  endPanic: endpoint({
    summary: 'Opens the server again, exactly as it was.',
    method: 'POST',
    idempotent: 'It is refused while the server is open.',
    path: `${path}/end`,
    needs: 'antinuke.edit',
    body: z.strictObject({}),
    reply: panic,
  }),
}
