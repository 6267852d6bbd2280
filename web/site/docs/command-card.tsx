import { KeyRound } from 'lucide-react'
import type { CommandSummary } from '#features/general/contract.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/form/copy-button.tsx'
import { Details } from '#web/ui/details.tsx'
import { commandAnchor } from './anchors.ts'
import { splitUsage } from './topics.ts'
import './command-card.css'

/** A command with its arguments, who may use it, a copy button and a description; expanded, each argument. */
export function CommandCard({ command }: { command: CommandSummary }) {
  const [name, args] = splitUsage(command.usage)
  const more = [
    command.aliases.length > 0 && `Also ${command.aliases.map(alias => `.${alias}`).join(', ')}.`,
    command.slashUsage !== null && `As a slash command: ${command.slashUsage}.`,
    command.cooldown > 0 && `Once every ${command.cooldown} s.`,
  ]
  return (
    <Card as="li" className="command" id={commandAnchor(command.name)}>
      <code className="command-usage">
        {name} <span>{args}</span>
      </code>
      {command.needs.length > 0 && (
        <span className="command-needs">
          <KeyRound className="icon-sm" aria-hidden />
          <span className="visually-hidden">Needs </span>
          {command.needs.join(', ')}
        </span>
      )}
      <CopyButton text={command.usage} label="Copy command" />
      <p>{command.description}</p>
      <p className="command-more">{more.filter(Boolean).join(' ')}</p>
      {(command.options.length > 0 || command.examples.length > 0) && <Arguments command={command} />}
    </Card>
  )
}

function Arguments({ command: { name, options, examples } }: { command: CommandSummary }) {
  const title = options.length > 0 ? 'Arguments' : 'Examples'
  return (
    <Details className="command-details" summary={title} label={`${title} of .${name}`}>
      {options.length > 0 && (
        <dl>
          {options.map(option => (
            <div key={option.name}>
              <dt>
                <code>{option.name}</code>
              </dt>
              <dd>
                {option.description}
                <small>
                  {option.accepts}
                  {option.required ? '' : '; may be left out'}
                </small>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {examples.length > 0 && (
        <p className="command-examples">
          {options.length > 0 && 'For example '}
          {examples.map((example, place) => (
            <span key={example}>
              {place > 0 && ', '}
              <code className="code">{example}</code>
            </span>
          ))}
        </p>
      )}
    </Details>
  )
}
