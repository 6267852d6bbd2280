import { escapeMarkdown, type GuildMember } from 'discord.js'
import { cut, messageLimits, render } from '#kit/template.ts'
import type { Ticket } from '../life/rows.ts'
import type { fills } from './contract.ts'
import type { Tag } from './rows.ts'

/** Returns a ready answer for one ticket: names are filled in as plain text, and none of them pings anybody. */
export const filled = (
  { text }: Pick<Tag, 'text'>,
  { openerName, panelTitle }: Pick<Ticket, 'openerName' | 'panelTitle'>,
  number: string,
  agent: GuildMember,
): string =>
  cut(
    render(text, {
      member: escapeMarkdown(openerName ?? 'there'),
      agent: escapeMarkdown(agent.displayName),
      server: escapeMarkdown(agent.guild.name),
      number,
      panel: escapeMarkdown(panelTitle),
    } satisfies Record<(typeof fills)[number], string>),
    messageLimits.content,
  )
