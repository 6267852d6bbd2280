import type { CommandGroup } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { lifeCommands } from '../life/commands.ts'

export const ticket: CommandGroup<typeof tickets> = {
  description: 'Tickets: closing, claiming, people and settings',
  aliases: ['tickets'],
  relatedWords: ['ticketcat'],
  subcommands: { ...lifeCommands },
}
