import { messageDraft } from '#kit/message/contract.ts'
import type { Harness } from '../harness.ts'
import { createMenus } from '../reaction-roles.ts'
import { createTicketDesk } from '../tickets.ts'
import { stagedAutomations } from './staged-automations.ts'

/** Fills a lively server: open tickets, a role menu, a draft, automations, commands and emojis. */
export async function staged(harness: Harness): Promise<void> {
  await stagedAutomations(harness)
  const tickets = createTicketDesk(harness)
  for (const login of ['member1', 'member2', 'member3', 'member5']) await tickets.open(login)
  const menus = await createMenus(harness)
  const roles = [await menus.role('Ceramics'), await menus.role('Gardening'), await menus.role('Woodwork')]
  await menus.menu({ name: 'What do you make?', choices: menus.choices(...roles) })
  await menus.owner.call('POST', `/api/guild/${harness.guildId}/embeds/drafts`, {
    id: 'autumn-kiln-days',
    name: 'Autumn kiln days',
    channelId: harness.channel('general'),
    message: messageDraft.parse({
      content: 'The kiln is hot again.',
      embeds: [
        {
          title: 'Autumn kiln days',
          description: 'Bring what is dry, label it, and come on Saturday at ten.',
          color: 0x068add,
          fields: [
            { name: 'Glaze', value: 'Cone 6, food safe', inline: true },
            { name: 'Places', value: '12', inline: true },
          ],
        },
      ],
    }),
    revision: 0,
  })
}
