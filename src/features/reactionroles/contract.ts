import { z } from 'zod'
import { contract, endpoint, field, settingsForm, snowflake } from '#contract'
import { menu, menuId, postedDesign } from './menus/contract.ts'
import { report } from './repair/contract.ts'

const settings = z.object({
  enabled: field.toggle('Reaction Roles', { help: 'Members choose roles from menus.' }).default(true),
  checkOnReturn: field
    .toggle('Check after downtime', {
      help: 'After downtime, reactions are compared with roles, and missed ones are caught up on.',
    })
    .default(true),
})

const under = '/guild/:guildId/reactionroles'

export default contract('reactionroles', {
  title: 'Reaction Roles',
  asks: {
    ManageRoles: 'to give and take the roles that members choose',
    ManageMessages: 'to remove reactions that choose nothing',
  },
  summary: 'Members choose their own roles by reactions, buttons or a select.',
  words: ['self roles', 'button roles', 'emoji roles', 'role menu', 'pick your roles'],
  icon: 'smile-plus',
  docs: 'Admin and Configuration',
  page: { path: 'reactionroles', area: 'BESIC FEATURES', order: 2 },
  front: {
    order: 6,
    title: 'Reaction roles',
    text: 'Members pick their own roles. You see in advance which ones the bot cannot give.',
  },
  settings,
  forms: {
    reactionroles: settingsForm({
      summary: 'Saves whether members choose roles from menus, and whether missed reactions are caught up on.',
      address: under,
      flag: 'reactionrolesUpdate',
      under: 'reactionroles',
      settings,
    }),
  },
  endpoints: {
    menus: endpoint({
      summary: 'Lists the menus from which members choose their roles, in channels that the caller sees.',
      method: 'GET',
      path: `${under}/menus`,
      needs: 'view',
      reply: z.object({
        menus: z.array(menu),
        /** The server's own emoji. */
        emojis: z.array(z.object({ id: snowflake, name: z.string(), animated: z.boolean() })),
      }),
    }),
    saveMenu: endpoint({
      summary: 'Creates or changes a menu of roles.',
      method: 'POST',
      idempotent: 'With an ID it is the same menu; only a program leaves that out.',
      path: `${under}/menus`,
      needs: 'manage',
      permissions: ['ManageRoles'],
      channels: { channel_id: ['ViewChannel'] },
      body: z.object({ ...postedDesign.shape, id: menuId.optional(), revision: z.int().optional() }),
      reply: z.object({ menu }),
    }),
    deployMenu: endpoint({
      summary: 'Posts a menu, attaches it to its message, or updates it in place.',
      method: 'POST',
      idempotent: 'The message that was posted is changed.',
      path: `${under}/menus/:menuId/deploy`,
      needs: 'manage',
      permissions: ['ManageRoles'],
      reply: z.object({ message_id: snowflake, menu: menu.nullable() }),
    }),
    deleteMenu: endpoint({
      summary: 'Deletes a menu, and the message that was written for it; roles stay with those who have them.',
      method: 'DELETE',
      path: `${under}/menus/:menuId`,
      needs: 'manage',
      permissions: ['ManageRoles'],
      reply: z.object({}),
    }),
    message: endpoint({
      summary: 'Returns a message by its link, for a menu that is attached to it.',
      method: 'GET',
      path: `${under}/message`,
      needs: 'view',
      query: z.object({ link: z.string().max(200) }),
      reply: z.object({
        channel_id: snowflake,
        message_id: snowflake,
        author: z.object({ id: snowflake, username: z.string(), avatarURL: z.string() }),
        timestamp: z.string(),
        content: z.string(),
        embeds: z.array(z.record(z.string(), z.unknown())),
        /** Whether the bot wrote it, so that buttons and a select can be added to it. */
        own: z.boolean(),
        /** The number of different reactions on it. */
        reactions: z.int(),
      }),
    }),
    report: endpoint({
      summary: 'Returns what the last comparison of reactions and roles has corrected.',
      method: 'GET',
      path: `${under}/report`,
      needs: 'view',
      reply: z.object({ report: report.nullable() }),
    }),
    checkNow: endpoint({
      summary: 'Compares reactions with roles, and catches up on missed ones.',
      method: 'POST',
      idempotent: 'A new check replaces one that is running.',
      path: `${under}/check`,
      needs: 'manage',
      permissions: ['ManageRoles'],
      reply: z.object({ report }),
    }),
  },
})
