import { z } from 'zod'
import { endpoint, field, entriesDescribedAs, personId, pressKey, roleId, settingsForm, snowflake } from '#contract'
import { guildCore } from '#kernel/contract.ts'
import { usualLimit } from '../opening/contract.ts'
import { additionalRoles } from './additional-roles/contract.ts'
import { transcriptFormats } from '../transcripts/contract.ts'

const members = (title: string, most: number) =>
  entriesDescribedAs(z.array(personId).max(most, `${title}: list at most ${most}.`).meta({ title }), (id, names) =>
    names.member(id),
  ).default([])

const digits = ['0', '2', '3', '4', '5', '6'] as const

const general = z.object({
  supportTeamRole: field
    .role('Support team role', {
      help: 'Members with this role answer, claim and close every ticket.',
      posted: 'supportTeamRoles',
      shown: 'support_team_roles',
    })
    .nullable()
    .default(null),
  additionalRoles,
  pingRole: field
    .role('Role to ping', { help: 'Pinged once in every new ticket.', shown: 'ping_role' })
    .nullable()
    .default(null),
  logChannel: field
    .channel('Log channel', {
      posts: true,
      help: 'Where opened, closed and deleted tickets are listed, with their transcripts.',
      shown: 'log_channel',
    })
    .nullable()
    .default(null),
  twoStepClose: field
    .toggle('Two-step close', {
      help: 'Closing asks for confirmation, and keeps the closed ticket until somebody deletes it.',
      shown: 'two_step_close',
    })
    .default(true),
  twoStepTicket: field
    .toggle('Two-step ticket', {
      help: 'Members who press a panel’s button are asked to confirm before a ticket opens.',
      shown: 'two_step_ticket',
    })
    .default(true),
  autoPinTicket: field
    .toggle('Pin the opening message', {
      help: 'The bot needs Pin Messages for this.',
      shown: 'auto_pin_ticket',
    })
    .default(false),
  /** The minimum number of digits in a ticket's number; a string, as in the documented calls. */
  ticketPadding: z
    .preprocess(value => (typeof value === 'number' ? String(value) : value), z.enum(digits))
    .meta({
      control: 'choice',
      label: 'Digits of a ticket’s number',
      title: 'Digits of a ticket’s number',
      options: digits.map(value => ({
        value,
        label: value === '0' ? 'As many as it has' : `${value}: ${'1'.padStart(Number(value), '0')}`,
      })),
      shown: 'ticket_padding',
    })
    .default('4'),
})

/** Discord's type of a category. */
const category = { channelTypes: [4] } as const
const categoryIds = (label: string) =>
  field
    .channels(label, category)
    .max(20, `${label}: list at most 20.`)
    .meta({ ...category, control: 'channels', label, title: label })
    .default([])

/** The server's categories for tickets. */
const categories = z.object({
  openCategories: categoryIds('Open categories'),
  closedCategories: categoryIds('Closed categories'),
  defaultOpen: field.channel('Default open category', category).nullable().default(null),
  defaultClosed: field.channel('Default closed category', category).nullable().default(null),
})

const tierLimit = (label: string) => field.number(label, { min: 1, max: 20 })

const limits = z.object({
  maxTicketsPerUser: field.number('Tickets per member', { min: 1, max: 20 }).default(usualLimit),
  maxOpenTickets: field.number('Open tickets in the server', { min: 10, max: 200 }).default(50),
  cooldownPeriod: field
    .number('Cooldown', { min: 60, max: 3600, unit: 'seconds', help: 'Between two tickets of one member.' })
    .default(300),
  rateLimitEnabled: field.toggle('Cooldown between tickets').default(true),
  autoCloseInactive: field.toggle('Close inactive tickets').default(true),
  inactiveThreshold: field
    .number('Inactive after', {
      min: 1,
      max: 30,
      unit: 'days',
      help: 'A warning is posted in the ticket a day before.',
    })
    .default(7),
  /** How many tickets members may have open, by tier. */
  userLimits: z
    .object({ default: tierLimit('Default'), premium: tierLimit('Premium'), vip: tierLimit('VIP') })
    .meta({ title: 'Limits by tier', merges: true })
    .default({ default: usualLimit, premium: 5, vip: 10 }),
  premiumRoles: field
    .roles('Premium roles', { help: 'Members with one of these are in the tier Premium.' })
    .default([]),
  vipRoles: field.roles('VIP roles', { help: 'Members with one of these are in the tier VIP.' }).default([]),
  /** By role id. */
  roleLimits: entriesDescribedAs(
    z
      .record(roleId, tierLimit('Limit of a role'), 'Limits by role: choose roles of this server.')
      .meta({ title: 'Limits by role' }),
    ({ name, value }, names) => `${names.role(name)}: ${value}`,
  ).default({}),
  requiredRoles: field
    .roles('Required roles', { help: 'Only members with one of these may open tickets.' })
    .default([]),
  blockedRoles: field.roles('Blocked roles', { help: 'Members with one of these may not open tickets.' }).default([]),
  blockedUsers: members('Blocked members', 500),
})

/**
 * The address of a Discord webhook: what members wrote is sent nowhere else. In the stored address a mark replaces the
 * token.
 */
const webhookAddress =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d{17,20}\/(?:[\w-]{20,200}|hidden-[0-9a-f]{12})(?:\?thread_id=\d{17,20})?$/

const formatLabels = { html: 'HTML', txt: 'Text', json: 'JSON' } as const

const transcripts = z.object({
  transcriptsEnabled: field.toggle('Transcripts', { posted: 'enabled' }).default(true),
  autoGenerate: field.toggle('Made when a ticket is closed').default(true),
  includeAttachments: field
    .toggle('Keep attachments', { help: 'Copied, because Discord’s links to them expire.' })
    .default(true),
  transcriptFormat: field
    .choice(
      'Format',
      transcriptFormats.map(value => ({ value, label: formatLabels[value] })),
      { posted: 'format' },
    )
    .default('html'),
  retention: field.number('Kept for', { min: 1, max: 365, unit: 'days' }).default(30),
  webhookUrl: field
    .text('Discord webhook', {
      max: 300,
      placeholder: 'https://discord.com/api/webhooks/…',
      stays: 'lets anybody who knows it post in the channel',
    })
    .refine(value => value === '' || webhookAddress.test(value), {
      message: 'Please enter a valid URL of a Discord webhook.',
    })
    .default(''),
  dmUser: field.toggle('Send it to the member who opened the ticket').default(false),
  transcriptChannel: field
    .channel('Transcript channel', { posts: true, posted: 'logChannel' })
    .nullable()
    .default(null),
})

const hub = z.object({
  enabled: field.toggle('Tickets', { help: 'Members open tickets from a panel.' }).default(true),
  panelLimit: field
    .number('Open tickets of one panel', {
      min: 1,
      max: 200,
      help: 'Unless a panel sets its own limit.',
      posted: 'limit',
    })
    .default(10),
})

/** Every setting of tickets; panels are stored as rows. */
export const settings = z.object({
  ...hub.shape,
  ...general.shape,
  ...categories.shape,
  ...limits.shape,
  ...transcripts.shape,
})

const listedRole = z.object({ id: snowflake, name: z.string(), color: z.string() })
/** Roles in the form of the documented calls; one without a color has '#000000'. */
const roles = z.array(listedRole)
const listedChannel = z.object({ id: snowflake, name: z.string(), type: z.number() })

export const forms = {
  general: settingsForm({
    summary: 'Saves the general ticket settings.',
    address: '/guild/:guildId/tickets/general',
    flag: 'ticketsGeneral',
    posts: 'alone',
    under: 'settings',
    settings: z.object({ ...hub.shape, ...general.shape }),
    beside: z.object({ roles }),
  }),
  limits: settingsForm({
    summary: 'Saves how many tickets may be open, and who may open them.',
    address: '/guild/:guildId/tickets/limits',
    flag: 'limits',
    posts: 'within the flag',
    under: 'limits',
    settings: limits,
    beside: z.object({ success: z.literal(true), roles }),
  }),
  transcript: settingsForm({
    summary: 'Saves how transcripts are made, kept and sent.',
    address: '/guild/:guildId/tickets/transcript',
    flag: 'config',
    posts: 'within the flag',
    under: 'config',
    settings: transcripts,
    beside: z.object({ success: z.literal(true), channels: z.array(listedChannel) }),
  }),
}

const categoryItem = z.object({ id: snowflake, name: z.string() })
const categoryType = z.enum(['open', 'closed'])

export const endpoints = {
  hub: endpoint({
    summary: 'Shows the ticket settings, panels and categories of a server.',
    method: 'GET',
    path: '/guild/:guildId/tickets',
    needs: 'view',
    reply: z.object({
      guild: guildCore,
      settings: z.looseObject({
        enabled: z.boolean(),
        limit: z.number(),
        log_channel: snowflake.nullable(),
        support_role: snowflake.nullable(),
        ping_role: snowflake.nullable(),
        ticket_open_category: snowflake.nullable(),
        panelData: z.object({ embedData: z.record(z.string(), z.unknown()) }),
        panels: z.array(z.record(z.string(), z.unknown())),
        categories: z.object({ open: z.array(categoryItem), closed: z.array(categoryItem) }),
      }),
      roles,
    }),
  }),
  categories: endpoint({
    summary: 'Lists the categories for tickets, and all categories of the server.',
    method: 'GET',
    path: '/guild/:guildId/tickets/categories',
    needs: 'view',
    reply: z.object({
      guild: guildCore,
      categories: z.object({
        open: z.array(categoryItem),
        closed: z.array(categoryItem),
        defaultOpen: snowflake.nullable(),
        defaultClosed: snowflake.nullable(),
      }),
      channels: z.array(categoryItem.extend({ used: z.number().meta({ description: 'Channels it holds, of 50.' }) })),
    }),
  }),
  addCategory: endpoint({
    summary: 'Adds a category for open or closed tickets: one of the server’s, or a new one with a name.',
    method: 'POST',
    path: '/guild/:guildId/tickets/categories',
    needs: 'manage',
    permissionsIf: { categoryName: ['ManageChannels'] },
    channels: { categoryId: ['ViewChannel'] },
    body: z.object({
      type: categoryType,
      categoryId: snowflake.nullable().default(null),
      categoryName: z.string().trim().max(100).nullable().default(null),
      key: pressKey.optional(),
    }),
    reply: z.object({ category: categoryItem }),
  }),
  removeCategory: endpoint({
    summary: 'Removes a category from the list; the category itself stays.',
    method: 'DELETE',
    path: '/guild/:guildId/tickets/categories/:categoryId',
    needs: 'manage',
    query: z.object({ type: categoryType }),
    reply: z.object({}),
  }),
  setDefaultCategory: endpoint({
    summary: 'Sets which category of a list is filled first.',
    method: 'PATCH',
    path: '/guild/:guildId/tickets/categories/default',
    needs: 'manage',
    body: z.object({ categoryId: snowflake, type: categoryType }),
    reply: z.object({}),
  }),
}
