import type { APIPoll } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { optional, text, whole } from '../form.ts'
import { timestamp } from '../time.ts'
import { emoji } from './components.ts'

/** Source: Discord's documentation, "Poll Resource". */
export const poll = z.object({
  question: z.object({ text: text(300, 1) }),
  answers: z
    .array(z.object({ poll_media: z.object({ text: optional(text(55)), emoji: optional(emoji) }) }))
    .min(1)
    .max(10),
  /** Hours. */
  duration: optional(whole(1, 768)),
  allow_multiselect: optional(z.boolean()),
  layout_type: optional(z.literal(1)),
})

type Media = z.output<typeof poll>['answers'][number]['poll_media']

/** An answer always names both parts of its emoji, as reactions do. */
const mediaOf = ({ text, emoji }: Media) => ({
  text,
  ...(emoji && { emoji: { id: emoji.id ?? null, name: emoji.name ?? null } }),
})

export function openPoll(sandbox: Sandbox, draft: z.output<typeof poll>): APIPoll {
  const opened = {
    question: draft.question,
    answers: draft.answers.map(({ poll_media }, index) => ({ answer_id: index + 1, poll_media: mediaOf(poll_media) })),
    expiry: timestamp(sandbox, sandbox.now() + (draft.duration ?? 24) * 3_600_000),
    allow_multiselect: draft.allow_multiselect ?? false,
    layout_type: draft.layout_type ?? 1,
    results: { answer_counts: [], is_finalized: false },
  }
  return JSON.parse(JSON.stringify(opened)) as APIPoll
}
