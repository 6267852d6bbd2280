import { KeyRound } from 'lucide-react'
import type { CommandAccess } from '#features/general/contract.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { overriddenText, ruleWords } from './rule-words.ts'

/** A command, what it needs, the server's own rule for it, and Discord's settings. */
export function CommandRow({ command, onChange }: { command: CommandAccess; onChange(): void }) {
  const { title, slash, description, needs, rule, discord } = command
  return (
    <li>
      <div>
        <p className="command-access-name">
          <code className="code">{title}</code>
          {slash !== null && <code className="code">{slash}</code>}
          {ruleWords(rule).map(word => (
            <Badge key={word} tone={rule.disabled ? 'danger' : 'accent'}>
              {word}
            </Badge>
          ))}
          {discord.length > 0 && <Badge tone="warning">Changed in Discord</Badge>}
        </p>
        <p>{description}</p>
        {needs.length > 0 && (
          <p className="muted command-access-needs">
            <KeyRound className="icon-sm" aria-hidden /> Needs {needs.join(', ')}
          </p>
        )}
        {discord.map(override => (
          <p key={overriddenText(override)} className="muted">
            {overriddenText(override)}
          </p>
        ))}
      </div>
      <Button size="sm" aria-label={`Change who may use ${title}`} onClick={onChange}>
        Change
      </Button>
    </li>
  )
}
