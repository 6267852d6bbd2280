import { fills } from '#features/greetings/contract.ts'
import { embedParts, embedProblems, greetingEmbeds } from '#features/greetings/embeds/contract.ts'
import { emptyMessage } from '#kit/message/contract.ts'
import type { Problem } from '#kit/message/limits/contract.ts'
import { type MessageParts, textParts } from '#web/app/message/editor/context.ts'
import { MessageForm } from '#web/app/message/message-form.tsx'
import { usePlaceholders } from './placeholders.ts'
import type { GreetingForm } from './use-greeting-form.ts'

/** Only the embeds: the text above them is edited with the rest of the greeting. */
const parts: MessageParts = {
  ...textParts,
  content: undefined,
  fewestEmbeds: 1,
  description: 2000,
  colorless: false,
}

const pictures = [
  { value: '{member.avatar}', label: 'The member’s avatar' },
  { value: '{server.icon}', label: 'The server’s icon' },
]

/** The path in the message form for each field of the specification. */
const paths = {
  embed_title: 'embeds.0.title',
  embed_description: 'embeds.0.description',
  embed_footer: 'embeds.0.footer.text',
  embed_image: 'embeds.0.image.url',
  embed_author_name: 'embeds.0.author.name',
  embed_author_iconURL: 'embeds.0.author.icon_url',
  embed_more: 'embeds',
}

/**
 * The embeds of a greeting, with everything that Discord supports. The fields in the specification are those of the
 * first one.
 */
export function EmbedForm({ form }: { form: GreetingForm }) {
  const { guild, greeting, part, readOnly } = form
  const { groups } = usePlaceholders(guild)
  const value = { ...emptyMessage, embeds: greetingEmbeds(greeting) }
  const refused = Object.entries(paths).flatMap(([name, path]): Problem[] => {
    const { error } = part(name)
    return error === undefined ? [] : [{ path, place: '', sentence: error }]
  })
  return (
    <MessageForm
      guild={guild}
      value={value}
      onChange={change => {
        for (const [name, changed] of Object.entries(embedParts(change(value).embeds, greeting)))
          part(`embed_${name}`).onChange(changed)
      }}
      parts={parts}
      problems={[...refused, ...embedProblems(greeting)]}
      placeholders={groups}
      fills={fills}
      pictures={pictures}
      inCard
      readOnly={readOnly}
    />
  )
}
