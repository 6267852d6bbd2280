import { z } from 'zod'
import { contract, endpoint, field, settingsForm, snowflake } from '#contract'
import { commandId, postedDesign, serverCommand } from './design/contract.ts'

const settings = z.object({
  enabled: field
    .toggle('Custom Commands', { help: 'Members use the commands that this server has made up.' })
    .default(true),
})

const under = '/guild/:guildId/customcommands'

export default contract('customcommands', {
  title: 'Custom Commands',
  asks: {
    ManageRoles: 'to give and take the role of a custom command',
    ManageMessages: 'to delete the messages that call custom commands',
    EmbedLinks: 'to answer custom commands with embeds',
  },
  summary: 'Commands of your own: answers with placeholders, embeds and choices.',
  words: ['tags', 'own commands', 'responses', 'faq', 'snippets', 'random answers', 'cooldown'],
  icon: 'square-terminal',
  docs: 'Admin and Configuration',
  page: { path: 'customcommands', area: 'AUTOMATION', order: 2 },
  settings,
  forms: {
    customcommands: settingsForm({
      summary: 'Saves whether members can use custom commands.',
      address: under,
      flag: 'customcommandsUpdate',
      under: 'customcommands',
      settings,
    }),
  },
  endpoints: {
    commands: endpoint({
      summary: 'Lists the custom commands of the server, by name.',
      method: 'GET',
      path: `${under}/commands`,
      needs: 'view',
      reply: z.object({
        /** The prefix of commands in this server. */
        prefix: z.string(),
        /** The server's own emoji. */
        emojis: z.array(z.object({ id: snowflake, name: z.string(), animated: z.boolean() })),
        commands: z.array(serverCommand),
      }),
    }),
    saveCommand: endpoint({
      summary: 'Creates or changes a custom command.',
      method: 'POST',
      idempotent: 'A name has one command.',
      path: `${under}/commands`,
      needs: 'manage',
      permissionsIf: {
        gives_role: ['ManageRoles'],
        takes_role: ['ManageRoles'],
        pings: ['MentionEveryone'],
        deletes_call: ['ManageMessages'],
      },
      channels: { allowed_channels: ['ViewChannel'], denied_channels: ['ViewChannel'] },
      body: z.object({ ...postedDesign.shape, id: commandId.optional(), revision: z.int().optional() }),
      reply: z.object({ command: serverCommand }),
    }),
    deleteCommand: endpoint({
      summary: 'Deletes a custom command.',
      method: 'DELETE',
      path: `${under}/commands/:commandId`,
      needs: 'manage',
      reply: z.object({}),
    }),
  },
})
