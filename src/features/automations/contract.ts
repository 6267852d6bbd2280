import { z } from 'zod'
import { contract, endpoint, field, settingsForm, snowflake } from '#contract'
import { automation, automationId, design, postedDesign } from './design/contract.ts'

const settings = z.object({
  enabled: field.toggle('Automations', { help: 'Each of them can be switched off by itself, too.' }).default(true),
  runsPerHour: field
    .number('Runs an hour', {
      min: 1,
      max: 600,
      help: 'Of all automations together. Beyond that nothing is started until the hour is over.',
    })
    .default(240),
})

const under = '/guild/:guildId/automations'

/** The number of a channel's latest messages that an automation is tried on. */
export const triedMessages = 100

const tried = z.object({
  id: snowflake,
  author: z.object({ id: snowflake, name: z.string(), avatarURL: z.string() }),
  at: z.number(),
  /** The beginning of the message's text. */
  text: z.string(),
  /** 'starts': it would have started the automation. 'near': only one condition is false. */
  result: z.enum(['starts', 'near', 'no']),
  /** Why, as a short sentence. */
  reason: z.string(),
  /** For a message that would have started it: the first punishment that its author would be spared, and why. */
  spared: z.object({ action: z.string(), why: z.string() }).nullable(),
})
export type TriedMessage = z.output<typeof tried>

export default contract('automations', {
  title: 'Automations',
  asks: {
    ViewAuditLog: 'to notice the roles that members get and lose',
    ManageMessages: 'to delete messages where an automation says so',
    ManageRoles: 'to give and take roles where an automation says so',
    ModerateMembers: 'to time members out where an automation says so',
    KickMembers: 'to kick members where an automation says so',
    BanMembers: 'to ban members where an automation says so',
    AddReactions: 'to react to messages where an automation says so',
    CreatePublicThreads: 'to open threads where an automation says so',
    AttachFiles: 'to copy messages with their files',
    EmbedLinks: 'to copy messages with their author',
  },
  summary: 'Something happens, and what you chose is done: when, if, then.',
  words: ['workflows', 'triggers', 'rules', 'auto responder', 'when this then that'],
  icon: 'workflow',
  uses: ['moderation'],
  docs: 'Automations',
  page: { path: 'automations', area: 'AUTOMATION', order: 1 },
  settings,
  forms: {
    automations: settingsForm({
      summary: 'Saves whether automations run, and how often all of them together may in an hour.',
      address: under,
      flag: 'automationsUpdate',
      under: 'automations',
      settings,
    }),
  },
  endpoints: {
    list: endpoint({
      summary: 'Lists the automations of the server, with what keeps them from working.',
      method: 'GET',
      path: `${under}/list`,
      needs: 'view',
      reply: z.object({
        automations: z.array(automation),
        /**
         * Of the permissions that actions need, those that the bot and the caller have in the server, by Discord's
         * names.
         */
        bot: z.array(z.string()),
        you: z.array(z.string()),
      }),
    }),
    saveAutomation: endpoint({
      summary: 'Creates or changes an automation; one that would start itself again is refused.',
      method: 'POST',
      idempotent: 'With an ID it is the same automation; only a program leaves that out.',
      path: `${under}/list`,
      needs: 'manage',
      body: z.object({ ...postedDesign.shape, id: automationId.optional(), revision: z.int().optional() }),
      reply: z.object({ automation }),
    }),
    turn: endpoint({
      summary: 'Switches an automation on or off; on again also where it was paused.',
      method: 'POST',
      idempotent: 'It says what is to be.',
      path: `${under}/:automationId/turn`,
      needs: 'manage',
      body: z.strictObject({ on: z.boolean() }),
      reply: z.object({ automation }),
    }),
    remove: endpoint({
      summary: 'Deletes an automation; what it has begun is not continued.',
      method: 'DELETE',
      path: `${under}/:automationId`,
      needs: 'manage',
      reply: z.object({}),
    }),
    tryOut: endpoint({
      summary: 'Tries an automation on the last 100 messages of a channel; nothing is sent or stored.',
      method: 'POST',
      onlyAsks: true,
      path: `${under}/try`,
      needs: 'manage',
      channels: { channel_id: ['ViewChannel', 'ReadMessageHistory'] },
      body: z.strictObject({ design, channel_id: snowflake }),
      reply: z.object({ messages: z.array(tried) }),
    }),
  },
})
