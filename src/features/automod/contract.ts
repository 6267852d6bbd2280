import { z } from 'zod'
import { contract, endpoint, field, entriesDescribedAs, settingsForm, snowflake } from '#contract'
import { allowedInvites, allowedLinks, words } from './text/contract.ts'

/** The longest message that Discord lets anybody post; bots never see a longer one. */
export const longestMessage = 4000
/** The longest time, in hours, after which strikes can expire. */
const longestDecayHours = 8760

/** Text, voice, category, announcement, stage, forum, media: an exempt category exempts all channels in it. */
const exemptible = [0, 2, 4, 5, 13, 15, 16] as const

export const actions = [
  { value: 'DELETE', label: 'Only delete the message' },
  { value: 'WARN', label: 'Warn', needs: 'KickMembers' },
  { value: 'TIMEOUT', label: 'Timeout (24-hour mute)', needs: 'ModerateMembers' },
  { value: 'KICK', label: 'Kick', needs: 'KickMembers' },
  { value: 'BAN', label: 'Ban', needs: 'BanMembers' },
] as const
const action = field.choice('Action', actions, {
  help: 'What happens to a member who reaches the strike limit.',
  posted: 'automod_action',
  shown: 'automod.action',
  // Ghost pings are only logged and nicknames only changed back, without a strike.
  independentOf: ['notifyChannel', 'notifyMember', 'antiGhostping', 'judgeNicknames', 'mirrorNative'],
})
export type AutomodAction = z.output<typeof action>

const settings = z.object({
  enabled: field.toggle('Auto-moderation').default(false),
  antiSpam: field.toggle('Anti-Spam', { help: 'Delete messages that come too fast or repeat.' }).default(false),
  antiMassmention: field
    .toggle('Anti-Mass Mention', { help: 'Delete messages that mention too many members or roles at once.' })
    .default(false),
  antiLinks: field.toggle('Anti-Links', { help: 'Delete messages with links.' }).default(false),
  antiInvites: field.toggle('Anti-Invites', { help: 'Delete invites to other servers.' }).default(false),
  antiGhostping: field
    .toggle('Anti-Ghost Ping', {
      help: 'Log mentions that were deleted or edited away. Discord does not log single deletions by bots, so what is logged may be one by a bot; nobody gets a strike for it.',
    })
    .default(false),
  antiAttachments: field.toggle('Anti-Attachments', { help: 'Delete messages with files.' }).default(false),
  limitLines: field.toggle('Limit lines', { help: 'Delete messages with more lines than this.' }).default(false),
  maxLines: field.number('Max Lines', { min: 1, max: 20, help: 'Lines one message may have.' }).default(5),
  maxMentions: field
    .number('Max Mentions', { min: 1, max: 20, help: 'Members and roles one message may mention.' })
    .default(3),
  maxDuplicated: field
    .number('Max Duplicated', { min: 1, max: 10, help: 'How often a member may post the same message.' })
    .default(3),
  duplicateSeconds: field.number('Duplicates within', { min: 5, max: 600, unit: 'seconds' }).default(30),
  spamMessages: field
    .number('Messages', { min: 2, max: 30, help: 'How many messages a member may post within the time below.' })
    .default(6),
  spamSeconds: field.number('Within', { min: 1, max: 60, unit: 'seconds' }).default(5),
  exemptChannels: field
    .channels('Exempt channels', {
      posted: 'wh_channels',
      channelTypes: exemptible,
      help: 'Nothing is moderated there, nor in their threads.',
    })
    .default([]),
  exemptRoles: field
    .roles('Exempt roles', { posted: 'wh_roles', help: 'Members with one of these are not moderated.' })
    .default([]),
  action: action.default('TIMEOUT'),
  maxStrikes: field
    .number('Max Strikes', {
      min: 1,
      max: 100,
      help: 'Each offense is a strike.',
      // Clients of the product read both names.
      shown: ['automod.max_strikes', 'automod.strikes'],
    })
    .default(10),
  strikeDecayHours: field
    .number('Strikes expire after', {
      min: 0,
      max: longestDecayHours,
      unit: 'hours',
      help: '0 keeps them until the limit is reached.',
    })
    .default(24),
  words: entriesDescribedAs(words, ({ pattern, kind }) =>
    kind === 'regex' ? `${pattern} (regular expression)` : pattern,
  ).default([]),
  allowedLinks: allowedLinks.default([]),
  allowDiscordLinks: field
    .toggle('Allow Discord links and GIFs', {
      help: 'Links to messages and files in Discord, and what its GIF picker sends, are not deleted.',
    })
    .default(true),
  allowedInvites: allowedInvites.default([]),
  judgeFileNames: field
    .toggle('Judge file names', { help: 'Words and patterns apply to file names too.' })
    .default(false),
  judgeNicknames: field
    .toggle('Judge nicknames', {
      help: 'A nickname with a listed word or an invite is taken back, without a strike.',
      needs: 'ManageNicknames',
    })
    .default(false),
  debug: field.toggle('Moderate moderators too', { help: 'For trying things out.' }).default(false),
  notifyChannel: field
    .toggle('Say it in the channel', { help: 'A note that disappears after five seconds.' })
    .default(true),
  notifyMember: field.toggle('Tell the member', { help: 'A direct message with the number of strikes.' }).default(true),
  mirrorNative: field
    .toggle("Use Discord's AutoMod too", {
      help: 'Discord then blocks what its own rules can express before anybody sees it.',
      needs: 'ManageGuild',
    })
    .default(false),
})
export type AutomodSettings = z.output<typeof settings>

export const form = settingsForm({
  summary: 'Saves the settings of auto-moderation.',
  address: '/guild/:guildId/basic',
  flag: 'automodUpdate',
  section: 'automod',
  keys: 'snake_case',
  settings,
})

const verdict = z.object({
  rule: z.string(),
  title: z.string(),
  /** 'off': the rule is switched off. */
  state: z.enum(['hit', 'clear', 'off']),
  /** Why, with the numbers. */
  sentence: z.string(),
  /** Where in the text, as UTF-16 offsets; evidence from elsewhere, such as an attachment's name, has only `text`. */
  evidence: z.array(z.object({ text: z.string(), start: z.number().nullable(), end: z.number().nullable() })),
})
export type Verdict = z.output<typeof verdict>

const person = z.object({ id: z.string(), name: z.string() })

const nativeRule = z.object({
  key: z.string(),
  name: z.string(),
  /** 'waiting': not written to Discord yet. 'changed': somebody changed it in Discord. 'failed': see `problem`. */
  state: z.enum(['waiting', 'active', 'changed', 'failed']),
  problem: z.string().nullable(),
})

export default contract('automod', {
  title: 'Auto-moderation',
  asks: {
    ManageMessages: 'to delete messages that break the rules',
    ManageThreads: 'to delete threads whose names break the rules',
    ManageNicknames: 'to take nicknames back',
    ModerateMembers: 'to time out members with too many strikes',
    KickMembers: 'to kick members with too many strikes',
    BanMembers: 'to ban members with too many strikes',
    ViewAuditLog: 'to tell ghost pings from what moderators delete',
    ManageGuild: "to keep Discord's AutoMod in step",
  },
  summary: 'Removes spam, listed words, invites, links and mass mentions, with strikes that add up.',
  words: [
    'links',
    'spam',
    'filter',
    'profanity',
    'swearing',
    'bad words',
    'invites',
    'mentions',
    'ghost ping',
    'raid',
    'blacklist',
  ],
  icon: 'funnel',
  uses: ['antinuke', 'moderation'],
  docs: 'Auto Moderation',
  page: { path: 'automod', area: 'MODERATION', order: 1 },
  front: {
    order: 2,
    text: 'Spam, invites, links, mass mentions and ghost pings, with strikes that add up to an action you chose.',
  },
  settings,
  endpoints: {
    test: endpoint({
      summary: 'Runs a made-up message through auto-moderation; nothing is stored and nothing is sent.',
      method: 'POST',
      onlyAsks: true,
      path: '/guild/:guildId/automod/test',
      needs: 'manage',
      channels: { channelId: ['ViewChannel'] },
      body: z.strictObject({
        text: z.string().max(longestMessage, `A message has at most ${longestMessage} characters.`),
        channelId: snowflake.optional(),
        /** A member of the server; if left out, an imagined member with these roles. */
        memberId: snowflake.optional(),
        roleIds: z.array(snowflake).max(250).optional(),
        attachments: z.array(z.string().max(260)).max(10).optional(),
        /** How many times in a row it is posted. */
        times: z.int().min(1).max(30).optional(),
        /** Form values that are not saved yet. */
        settings: form.body.optional(),
      }),
      reply: z.object({
        /** Why nothing is moderated at all, as a sentence; the verdicts are then hypothetical. */
        exempt: z.string().nullable(),
        verdicts: z.array(verdict),
        deleted: z.boolean(),
        /** How many strikes the author has, and would have. */
        strikes: z.object({ before: z.number(), after: z.number(), limit: z.number() }),
        /** What would happen at the limit now; null below the limit, and for members who would be spared. */
        action: z.enum(actions.map(({ value }) => value)).nullable(),
        /** Everything in one sentence. */
        outcome: z.string(),
      }),
    }),
    replay: endpoint({
      summary: 'Judges the last messages of a channel, oldest first, as if they were just being posted.',
      method: 'POST',
      onlyAsks: true,
      path: '/guild/:guildId/automod/replay',
      needs: 'manage',
      channels: { channelId: ['ViewChannel', 'ReadMessageHistory'] },
      body: z.strictObject({
        channelId: snowflake,
        limit: z.int().min(1).max(100).optional(),
        settings: form.body.optional(),
      }),
      reply: z.object({
        judged: z.number(),
        hits: z.array(
          z.object({
            messageId: z.string(),
            author: person,
            at: z.number(),
            content: z.string(),
            exempt: z.string().nullable(),
            verdicts: z.array(verdict),
          }),
        ),
      }),
    }),
    strikes: endpoint({
      summary: 'Lists the members who have strikes that count now, most strikes first.',
      method: 'GET',
      path: '/guild/:guildId/automod/strikes',
      needs: 'view',
      /** Limits the answer to one member, if given. */
      query: z.object({ user: snowflake.optional() }),
      reply: z.object({
        limit: z.number(),
        members: z.array(
          person.extend({
            strikes: z.number(),
            lastAt: z.number(),
            lastRule: z.string(),
            /** Also null if it was written in a channel that the caller cannot read. */
            lastText: z.string().nullable(),
          }),
        ),
      }),
    }),
    forgive: endpoint({
      summary: 'Clears all strikes of a member.',
      method: 'DELETE',
      path: '/guild/:guildId/automod/strikes/:userId',
      needs: 'manage',
      reply: z.object({ forgiven: z.number() }),
    }),
    native: endpoint({
      summary: "Lists the rules that the bot maintains in Discord's own AutoMod, and what they cannot express.",
      method: 'GET',
      path: '/guild/:guildId/automod/native',
      needs: 'view',
      reply: z.object({
        rules: z.array(nativeRule),
        /** What Discord's rules cannot express, so that only this bot enforces it. */
        left: z.array(z.object({ pattern: z.string(), why: z.string() })),
      }),
    }),
  },
  forms: { automod: form },
})
