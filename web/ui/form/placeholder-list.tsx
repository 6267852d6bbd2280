import { CopyButton } from './copy-button.tsx'
import { Section } from './section.tsx'
import './placeholder-list.css'

export interface Placeholder {
  /** With its braces: `{member.name}`. */
  name: string
  /** Its value for the sample member. */
  example: string
}

/** The placeholders of a template, each with an example and a copy button. */
export function PlaceholderList({
  placeholders,
  title = 'Available Placeholders',
}: {
  placeholders: readonly Placeholder[]
  title?: string
}) {
  return (
    <Section title={title} purpose="Replaced when the message is sent" collapsible flush>
      <ul className="placeholders">
        {placeholders.map(({ name, example }) => (
          <li key={name}>
            <code className="code">{name}</code>
            <span className="truncate muted">{example}</span>
            <CopyButton text={name} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
