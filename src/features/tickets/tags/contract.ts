import { z } from 'zod'
import { endpoint, limited, snowflake } from '#contract'

export const mostTags = 100
export const longestTag = 2000

/** The placeholders of a ready answer, without braces. */
export const fills = ['member', 'agent', 'server', 'number', 'panel'] as const

/** As it is typed after `.tag`. */
export const tagName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,31}$/u, 'A name has 1 to 32 letters, digits, - and _, and no spaces.')

export const tagText = limited(longestTag, 'The answer').refine(value => value.trim() !== '', 'Write the answer.')

export const tagWords = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .min(2, 'A word has at least 2 characters.')
      .max(50, 'A word has at most 50 characters.'),
  )
  .max(20, 'List at most 20 words.')
  .default([])

/** An answer with the words for its parts, for the server's history. */
export const toldTag = z.object({
  name: tagName.meta({ title: 'Name' }),
  text: tagText.meta({ control: 'message', label: 'Answer', title: 'Answer' }),
  words: tagWords.meta({ title: 'Suggested for' }),
})

const kept = z.object({
  name: z.string(),
  text: z.string(),
  words: z.array(z.string()),
  uses: z.int(),
  /** When it was saved last (Unix ms). */
  changedAt: z.number(),
})

const tag = kept.extend({
  /** Whether what the member of the ticket wrote last has one of its words. */
  suggested: z.boolean(),
})

const used = kept.extend({
  /** Who gave it most often, first; people who asked to be forgotten are not among them. */
  usedBy: z.array(z.object({ id: snowflake, name: z.string(), uses: z.int() })),
})
export type UsedTag = z.output<typeof used>

/** People that are named for each answer. */
export const mostNamed = 5

export const endpoints = {
  usedTags: endpoint({
    summary: 'Lists the ready answers, with who has given each how often.',
    method: 'GET',
    path: '/guild/:guildId/tickets/tags/used',
    needs: 'view',
    reply: z.object({ tags: z.array(used) }),
  }),
  tags: endpoint({
    summary:
      'Lists the answers that the team has ready; for one ticket, those that fit first, with its names filled in.',
    method: 'GET',
    path: '/guild/:guildId/tickets/tags',
    needs: 'tickets.answer',
    query: z.object({ ticketId: z.coerce.number().int().optional() }),
    reply: z.object({ tags: z.array(tag) }),
  }),
  saveTag: endpoint({
    summary: 'Keeps a ready answer, or changes the one of that name.',
    method: 'POST',
    idempotent: 'A name has one answer.',
    path: '/guild/:guildId/tickets/tags',
    needs: 'manage',
    body: z.object({
      name: tagName,
      text: tagText,
      words: tagWords,
      /** When it was saved last as far as the caller knows; null for a new one. Left out, whatever is there is replaced. */
      changedAt: z.number().nullable().optional(),
    }),
    reply: z.object({ tag }),
  }),
  deleteTag: endpoint({
    summary: 'Deletes a ready answer.',
    method: 'DELETE',
    path: '/guild/:guildId/tickets/tags/:name',
    needs: 'manage',
    reply: z.object({}),
  }),
}
