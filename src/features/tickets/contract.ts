import { contract } from '#contract'
import { endpoints as liveEndpoints } from './live/contract.ts'
import { endpoints as panelEndpoints } from './panels/contract.ts'
import { endpoints as settingsEndpoints, forms, settings } from './settings/contract.ts'
import { endpoints as statisticsEndpoints } from './statistics/contract.ts'
import { endpoints as tagEndpoints } from './tags/contract.ts'
import { endpoints as transcriptEndpoints } from './transcripts/contract.ts'

export default contract('tickets', {
  title: 'Tickets',
  asks: {
    ManageChannels: 'to create channels for tickets',
    ManageRoles: 'to give the right people access to them',
    CreatePrivateThreads: 'to open tickets as private threads',
    ManageThreads: 'to close and reopen them',
    ManageMessages: 'to tidy up in tickets',
    PinMessages: 'to pin the opening message of tickets',
  },
  summary: 'Panels, categories, limits and transcripts for support tickets.',
  words: ['support', 'help desk', 'transcripts', 'panels'],
  icon: 'ticket',
  // A ticket's page shows the cases and strikes of its member.
  uses: ['moderation', 'automod'],
  page: {
    path: 'tickets',
    name: 'Ticket Management',
    area: 'SERVER MANAGEMENT',
    order: 2,
    right: 'tickets.transcripts',
  },
  front: {
    order: 3,
    text: 'Panels with a live preview, support roles, limits per member and transcripts you can search later.',
  },
  settings,
  forms,
  endpoints: {
    ...settingsEndpoints,
    ...panelEndpoints,
    ...statisticsEndpoints,
    ...tagEndpoints,
    ...transcriptEndpoints,
    ...liveEndpoints,
  },
})
