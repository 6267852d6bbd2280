import { z } from 'zod'
import { endpoint, limited, snowflake } from '#contract'

export const mostTags = 100
export const longestTag = 2000

/** The placeholders of a ready answer, without braces. */
export const fills = ['member', 'agent', 'server', 'number', 'panel'] as const

/** As typed after `.tag`. */
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

/** A ready answer with the labels of its fields, for the server's history. */
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
  /** When it was last saved (Unix ms). */
  changedAt: z.number(),
})

const tag = kept.extend({
  /** Whether the last message of the ticket's member contains one of its words. */
  suggested: z.boolean(),
})

const used = kept.extend({
  /** The people who used it most often, most first; people who asked to be forgotten are left out. */
  usedBy: z.array(z.object({ id: snowflake, name: z.string(), uses: z.int() })),
})
export type UsedTag = z.output<typeof used>

/** How many people are listed for each answer. */
export const mostNamed = 5

export const endpoints = {
  usedTags: endpoint({
    summary: 'Lists the ready answers, and how often each person has used them.',
    method: 'GET',
    path: '/guild/:guildId/tickets/tags/used',
    needs: 'view',
    reply: z.object({ tags: z.array(used) }),
  }),
  tags: endpoint({
    summary: 'Lists the ready answers; for one ticket, those that fit come first, with its names filled in.',
    method: 'GET',
    path: '/guild/:guildId/tickets/tags',
    needs: 'tickets.answer',
    query: z.object({ ticketId: z.coerce.number().int().optional() }),
    reply: z.object({ tags: z.array(tag) }),
  }),
  saveTag: endpoint({
    summary: 'Saves a ready answer, or changes the one with that name.',
    method: 'POST',
    idempotent: 'There is one answer per name.',
    path: '/guild/:guildId/tickets/tags',
    needs: 'manage',
    body: z.object({
      name: tagName,
      text: tagText,
      words: tagWords,
      /**
       * When it was last saved as far as the caller knows; null for a new one. If omitted, any existing one is
       * replaced.
       */
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
