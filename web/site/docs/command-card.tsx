import { KeyRound } from 'lucide-react'
import type { CommandSummary } from '#features/general/contract.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/form/copy-button.tsx'
import { splitUsage } from './topics.ts'

/** The command with its arguments, who may use it, a copy button, and one sentence. */
export function CommandCard({ command }: { command: CommandSummary }) {
  const [name, args] = splitUsage(command.usage)
  const more = [
    command.aliases.length > 0 && `Also ${command.aliases.map(alias => `.${alias}`).join(', ')}.`,
    command.slashUsage !== null && `As a slash command: ${command.slashUsage}.`,
    command.cooldown > 0 && `Once every ${command.cooldown} s.`,
  ]
  return (
    <Card as="li" className="command">
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
    </Card>
  )
}
