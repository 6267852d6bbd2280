import { Link } from '@tanstack/react-router'
import { ChevronRight, TriangleAlert } from 'lucide-react'
import { type CustomCommand, usageOf } from '#features/customcommands/design/contract.ts'
import { firstWords } from '#features/customcommands/design/field-labels/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { agoText } from '#web/app/dates.ts'
import { mentionsNamed } from '#web/app/guild-names.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatCount } from '#web/ui/numbers.ts'

/** What sets a command apart, as badges of a word each. */
function Badges({ command }: { command: CustomCommand }) {
  const { on, sends, gives_role: gives, takes_role: takes, answers, problems } = command
  const { length } = problems
  return (
    <span className="command-badges">
      {length > 0 && (
        <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
          {length === 1 ? '1 problem' : `${length} problems`}
        </Badge>
      )}
      {!on && <Badge>Off</Badge>}
      {answers.length > 1 && <Badge>{`1 of ${answers.length}`}</Badge>}
      {sends === 'dm' && <Badge>Direct message</Badge>}
      {(gives !== null || takes !== null) && <Badge>Role</Badge>}
    </span>
  )
}

/** 'Used 12 times, last 3 min ago' */
function usesText({ uses, used_at: at }: CustomCommand, now: number): string {
  if (uses === 0 || at === null) return 'Not used yet'
  return `Used ${formatCount(uses, 'time')} · last ${agoText(at, now)}`
}

/** All commands: how each is typed, what it does, how often it was used. */
export function CommandList({
  guildId,
  guild,
  prefix,
  commands,
  now,
}: {
  guildId: string
  guild: GuildCore | undefined
  prefix: string
  commands: readonly CustomCommand[]
  /** Unix ms. */
  now: number
}) {
  return (
    <Card>
      <ul className="command-list" aria-label="Custom commands">
        {commands.map(command => (
          <li key={command.id} data-off={!command.on || undefined}>
            <Link to="/manage/$guildId/customcommands/$commandId" params={{ guildId, commandId: command.id }}>
              <span className="command-row">
                <span className="command-row-head">
                  <code className="code">{`${prefix}${command.name} ${usageOf(command)}`.trim()}</code>
                  <Badges command={command} />
                </span>
                <span className="command-row-text">
                  {command.description.trim() === ''
                    ? command.answers.slice(0, 1).map(one => mentionsNamed(guild, firstWords(one)))
                    : command.description}
                </span>
                <span className="command-row-note">{usesText(command, now)}</span>
              </span>
              <ChevronRight aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
