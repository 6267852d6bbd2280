import type { CommandGroup } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { lifeCommands } from '../life/commands.ts'
import { commands as panels } from '../panels/commands.ts'
import { commands as settings } from '../settings/commands.ts'
import { commands as transcripts } from '../transcripts/commands.ts'

export const ticket: CommandGroup<typeof tickets> = {
  description: 'Tickets: closing, claiming, people and settings',
  aliases: ['tickets'],
  relatedWords: ['ticketcat', 'close', 'claim', 'transcript', 'closeall'],
  // Existing tickets can be closed while the feature is off, and it is set up before it is switched on.
  always: true,
  instead: 'Members open a ticket with the button of a panel; the dashboard lists all tickets.',
  synonyms: {
    logs: 'log',
    panel: 'panels',
    role: 'roles',
    staff: 'support',
    unclaim: 'release',
    assign: 'transfer',
    adduser: 'add',
    removeuser: 'remove',
    categories: 'category',
  },
  subcommands: { ...lifeCommands, ...panels, ...settings, ...transcripts },
}
