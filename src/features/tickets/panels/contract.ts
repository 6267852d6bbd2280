import { z } from 'zod'
import { channelId, endpoint, limited, picked, postedOf, roleId, snowflake, requiredError } from '#contract'
import { moreEmbeds } from '#kit/message/contract.ts'
import { hours, mostQuestions, question } from '../opening/contract.ts'

/** The kind under which panels are recorded in the server's history. */
export const panelsNoted = 'panels'

/** Colors that the embed editor offers. */
export const colourPresets = [
  { name: 'Blue', value: '#068ADD' },
  { name: 'Green', value: '#43B581' },
  { name: 'Yellow', value: '#FAA61A' },
  { name: 'Red', value: '#F04747' },
  { name: 'Purple', value: '#9B59B6' },
  { name: 'Orange', value: '#E67E22' },
  { name: 'Teal', value: '#1ABC9C' },
  { name: 'Pink', value: '#EB459E' },
] as const

export const mostPanels = 50
const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const customEmoji = /^<a?:\w{2,32}:\d{17,20}>$/

/** At most two characters as people count them; a server's custom emoji counts as one. */
const emoji = (label: string) =>
  z
    .string()
    .refine(value => customEmoji.test(value) || [...segments.segment(value)].length <= 2, {
      message: `${label} can have at most 2 characters.`,
    })
    .meta({ examples: ['🎫'] })

/** The URL of a picture; empty for none. */
const address = z
  .string()
  .max(2048, 'Please enter a valid URL')
  .refine(value => value === '' || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)), {
    message: 'Please enter a valid URL',
  })
  .meta({ examples: ['https://example.com/picture.png'] })
  .default('')

/** Free text in the documented calls; a value that Discord cannot use as a color is drawn without one. */
const colour = limited(32, 'The color')

const roleIds = z.array(roleId).max(20, 'List at most 20 roles.').default([])
const minutes = (most: number) => z.int().min(1).max(most).nullable().default(null)

/** The placeholders of a ticket's name, without braces. */
export const nameFills = ['number', 'username', 'panel'] as const
/** The placeholders in the texts of a ticket's first message, without braces. */
export const openingFills = ['user', 'user.mention', 'mention', 'username', 'number', 'panel', 'server'] as const

/** As clients make them: a UUID is the longest. The buttons of a panel carry its id. */
const mostInId = 36
const panelId = z
  .string()
  .regex(/^[\w-]+$/, 'A panel needs an ID of letters, digits, - and _.')
  .max(mostInId, `The ID of a panel can have at most ${mostInId} characters.`)

const noTitle = 'Panel title is required'

/** The editable properties of a panel, under the documented keys. */
export const panelDesign = z.object({
  title: limited(256, 'The panel title', noTitle).refine(value => value.trim() !== '', noTitle),
  description: limited(4096, 'The description').default(''),
  color: colour.default('#068ADD'),
  button_label: limited(80, 'The button’s label').default('Create Ticket'),
  button_emoji: emoji('The button’s emoji').default('🎫'),
  footer: limited(2048, 'The footer').default(''),
  footerIcon: address,
  image: address,
  thumbnail: address,
  channel_id: channelId.nullable().default(null),
  /** Shown above the opening message, next to the pings. */
  welcome_message: limited(2000, 'The welcome message').default(''),
  ticket_name_format: limited(80, 'The name of a ticket').default('ticket-{username}'),
  close_button: z.boolean().default(true),
  close_button_label: limited(80, 'The close button’s label').default('Close'),
  close_button_emoji: emoji('The close button’s emoji').default('🔒'),
  transcript: z.boolean().default(true),
  auto_delete: z.boolean().default(false),
  /** Minutes between closing and deleting. */
  auto_delete_time: z.int().min(1).max(43_200).default(60),
  /** Whether the support team sees its tickets; if not, only the panel's own roles do. */
  support_team_view: z.boolean().default(true),
  /** Hours after which a ticket is closed; 0 for no limit. */
  max_duration: z.int().min(0).max(8760).default(72),
  required_inputs: z.array(question).max(mostQuestions, 'A panel asks at most 5 questions.').default([]),
  /** Categories for its tickets, filled in this order; if empty, the server's are used. */
  categories: z.array(channelId).max(10, 'List at most 10 categories.').default([]),
  open_title: limited(256, 'The opening title').default(''),
  open_description: limited(4096, 'The opening text').default(''),
  open_color: colour.default('#43B581'),
  open_footer: limited(2048, 'The opening footer').default(''),
  open_footerIcon: address,
  open_image: address,
  open_thumbnail: address,
  // The keys below are not among the documented ones.
  /**
   * The remaining embeds of both messages, and the remaining parts of the first embeds, which the keys above hold in
   * part.
   */
  more_embeds: moreEmbeds.default([]),
  open_more_embeds: moreEmbeds.default([]),
  kind: z.enum(['channel', 'thread']).default('channel'),
  button_style: z.enum(['primary', 'secondary', 'success', 'danger']).default('primary'),
  /** The panel whose message carries this one's button, if it is another one. */
  joined_to: z.string().max(mostInId).nullable().default(null),
  /** How the panels joined to this one are offered. */
  offered_as: z.enum(['buttons', 'select']).default('buttons'),
  /** Roles besides the support team that answer, or only see tickets. */
  support_roles: roleIds,
  view_roles: roleIds,
  ping_roles: roleIds,
  /** The most open tickets of this panel; null for the server's limit per panel, 0 for no limit. */
  max_open: z.int().min(0).max(200).nullable().default(null),
  required_roles: roleIds,
  claim_visibility: z.enum(['everyone', 'read_only', 'hidden']).default('everyone'),
  auto_claim: z.boolean().default(false),
  close_on_leave: z.boolean().default(true),
  feedback: z.boolean().default(true),
  hours: hours.prefault({}),
  /** In minutes within working hours. */
  first_response_goal: minutes(43_200),
  resolution_goal: minutes(525_600),
})
export type PanelDesign = z.output<typeof panelDesign>

/** A panel as posted by clients: an omitted key stays as stored, or has its default in a new panel. */
const postedDesign = postedOf(panelDesign)

/** The default embed panel, until somebody saves one. */
export const defaultPanel = {
  id: 'default',
  title: 'Support Ticket',
  description: 'Please use the button below to create a ticket',
} as const

/** A panel in the form of the documented calls. */
export const panel = panelDesign.extend({
  id: panelId,
  message_id: snowflake.nullable(),
  /** Unix ms; null for the default panel while nobody has saved it. */
  created_at: z.number().nullable(),
  /** The channel as the bot sees it now; null if it is gone or hidden. */
  channel_info: z.object({ name: z.string() }).nullable(),
  /** Counts saves. If it is posted with a panel, changes that others have saved since are kept. */
  revision: z.int(),
  /** How many tickets have been opened from it so far. */
  opened: z.int(),
  deployed_at: z.number().nullable(),
  /** Whether somebody deleted the message it was deployed as. */
  message_missing: z.boolean(),
  /** Whether later saves have not been deployed yet. */
  outdated: z.boolean(),
})
export type Panel = z.output<typeof panel>

const check = z.object({
  level: z.enum(['good', 'warning', 'danger']),
  sentence: z.string(),
  /** The field of the panel that the check is about, if it can be changed. */
  field: z.string().nullable(),
  /** An alternative, if there is one: the field to change, and its new value. */
  offer: z.object({ label: z.string(), field: z.string(), value: z.unknown() }).nullable(),
})
export type DeployCheck = z.output<typeof check>

/** Read-only properties that clients post back with a panel; they are ignored. */
const shownBeside = {
  message_id: snowflake.nullish(),
  created_at: z.union([z.number(), z.string().max(100)]).nullish(),
  channel_info: z.object({ name: z.string().max(100) }).nullish(),
  opened: z.int().optional(),
  deployed_at: z.number().nullish(),
  message_missing: z.boolean().optional(),
  outdated: z.boolean().optional(),
}

const selectBoth = 'Please select both an embed panel and a channel'
/** The properties of the embed panel. */
const embedData = {
  title: true,
  description: true,
  color: true,
  footer: true,
  footerIcon: true,
  image: true,
  thumbnail: true,
  button_label: true,
  button_emoji: true,
} as const

export const endpoints = {
  panels: endpoint({
    summary: 'Lists the ticket panels of a server.',
    method: 'GET',
    path: '/guild/:guildId/tickets/panels',
    needs: 'view',
    reply: z.object({ panels: z.array(panel) }),
  }),
  savePanel: endpoint({
    summary: 'Creates or changes a ticket panel, or a copy of one.',
    method: 'POST',
    idempotent: 'With an ID, the same panel is changed; only programs omit it.',
    path: '/guild/:guildId/tickets/panels',
    needs: 'manage',
    channels: { channel_id: ['ViewChannel'], channel_info: [] },
    body: z.object({ ...postedDesign.shape, ...shownBeside, id: panelId.optional(), revision: z.int().optional() }),
    reply: z.object({ panel }),
  }),
  deployPanel: endpoint({
    summary: 'Posts a panel in a channel, or changes the message it was posted with.',
    method: 'POST',
    idempotent: 'The message that was posted is changed.',
    path: '/guild/:guildId/tickets/panels/:panelId/deploy',
    needs: 'manage',
    channels: { channelId: ['ViewChannel', 'SendMessages'] },
    body: z.object({ channelId: picked('Please select a channel before deploying') }),
    reply: z.object({ message_id: snowflake, panel: panel.nullable() }),
  }),
  deployDefaultPanel: endpoint({
    summary: 'Posts the embed panel in a channel.',
    method: 'POST',
    idempotent: 'The message that was posted is changed.',
    path: '/guild/:guildId/tickets/panels/deploy-default',
    needs: 'manage',
    channels: { channelId: ['ViewChannel', 'SendMessages'] },
    body: z.object({
      channelId: picked(selectBoth),
      panelData: z.object(postedDesign.pick(embedData).shape, requiredError(selectBoth)),
    }),
    reply: z.object({ message_id: snowflake }),
  }),
  deletePanel: endpoint({
    summary: 'Deletes a panel and the message it was posted with; its tickets stay.',
    method: 'DELETE',
    path: '/guild/:guildId/tickets/panels/:panelId',
    needs: 'manage',
    reply: z.object({}),
  }),
  checkPanel: endpoint({
    summary: 'Shows what would happen if a panel were posted in a channel now.',
    method: 'POST',
    onlyAsks: true,
    path: '/guild/:guildId/tickets/panels/check',
    needs: 'view',
    channels: { channel_id: ['ViewChannel'], channel_info: [] },
    body: z.object({ ...postedDesign.shape, ...shownBeside, id: panelId.optional(), revision: z.int().optional() }),
    reply: z.object({ checks: z.array(check) }),
  }),
}
