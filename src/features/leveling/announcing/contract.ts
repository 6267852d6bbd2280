import { z } from 'zod'
import { endpoint, pressKey } from '#contract'

/** The level that the level-up preview pretends to announce. */
export const previewLevel = 5

export const announcingEndpoints = {
  preview: endpoint({
    summary: 'Sends a level-up message to a channel, as if the caller had reached level 5.',
    method: 'POST',
    path: '/guild/:guildId/progression/preview',
    needs: 'manage',
    channels: { channel: ['ViewChannel', 'SendMessages'] },
    // The handler refuses with the specification's own sentences, so the schema lets everything through.
    body: z.strictObject({
      message: z.string().max(10_000).default(''),
      channel: z.string().max(200).nullable().default(null),
      key: pressKey.optional(),
    }),
    reply: z.object({ message: z.string() }),
  }),
}
